import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import type { Config } from '../config.ts'
import { type AttemptOutcome, attemptDelivery } from './attempt.ts'
import { testEvent } from './events.ts'
import type { NoticeOutbox } from './outbox.ts'
import { nextDelaySeconds } from './schedule.ts'
import { secretOf } from './secret.ts'
import {
  dropMessage,
  endNotice,
  findMessage,
  giveUpCallback,
  giveUpNotice,
  keepBody,
  type PendingMessage,
  postponeMessage,
} from './sql.ts'

interface DeliveryOptions {
  db: Database
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'forget'>
  /** The body of a message as JSON text. Undefined if its subject no longer exists. */
  readBody(message: PendingMessage): Promise<string | undefined>
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

type Received = AttemptOutcome & { isReceived: true }
type Failure = AttemptOutcome & { isReceived: false }

/**
 * Creates the jobs that deliver messages: callbacks of records, and what webhooks are told. Each is sent until it is
 * received, refused for good (410), or its schedule is over.
 */
export function createDelivery({ db, log, metrics, outbox, readBody, config }: DeliveryOptions): JobHandlers {
  const { callbackSecret, callbackRetrySeconds, allowPrivateAddresses } = config
  const attempts = {
    callback: countAttempts(metrics, 'motif_callback_attempts_total', 'Attempts to deliver a callback'),
    webhook: countAttempts(
      metrics,
      'motif_webhook_attempts_total',
      'Attempts to deliver a notice to a webhook',
    ),
  }

  async function deliver(job: LeasedJob): Promise<void> {
    const message = await findMessage(db, job)
    const body = message && (await bodyOf(job, message))
    if (!message || body === undefined) return dropMessage(db, job)
    const secret = message.secret ?? (await secretOf(db, message.organization, callbackSecret))
    const outcome = await attemptDelivery(
      { id: `msg_${message.id}`, url: message.url, body, secret },
      { allowPrivateAddresses },
    )
    attempts[kindOf(message)].inc({ outcome: await record(job, message, outcome) })
  }

  async function bodyOf(job: LeasedJob, message: PendingMessage): Promise<string | undefined> {
    if (message.body !== null) return message.body
    const body = await readBody(message)
    return body !== undefined && (await keepBody(db, job, body)) ? body : undefined
  }

  /** Records the outcome of an attempt, and returns its name. */
  async function record(job: LeasedJob, message: PendingMessage, outcome: AttemptOutcome) {
    if (outcome.isReceived) {
      await endReceived(job, message, outcome)
      return 'delivered'
    }
    const { content, webhook, type } = message
    const attempt = message.attempt + 1
    const isLast = outcome.isFinal || type === testEvent
    const delaySeconds = isLast
      ? undefined
      : nextDelaySeconds(callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
    const about = webhook === null ? { content } : { webhook, type }
    log.warn(
      { ...about, attempt, reason: outcome.error, delaySeconds },
      webhook === null ? 'callback not delivered' : 'webhook notice not delivered',
    )
    if (delaySeconds === undefined) {
      await giveUp(job, message, outcome)
      return 'dead'
    }
    await postponeMessage(db, job, outcome, delaySeconds)
    return 'failed'
  }

  async function endReceived(job: LeasedJob, message: PendingMessage, received: Received): Promise<void> {
    if (message.webhook === null) return dropMessage(db, job)
    await endNotice(db, job, message, received)
    if (message.type === testEvent) outbox.forget(job.organization)
  }

  async function giveUp(job: LeasedJob, message: PendingMessage, outcome: Failure): Promise<void> {
    const { webhook, type } = message
    if (webhook === null) return giveUpCallback(db, job, outcome)
    const whenRefused = outcome.isFinal ? 'yes' : 'unlessReceived'
    const switchOff = type === testEvent ? 'no' : whenRefused
    if (!(await giveUpNotice(db, job, message, { ...outcome, switchOff }))) return
    outbox.forget(job.organization)
    log.error({ webhook, reason: outcome.error }, 'webhook switched off: its receiver does not answer')
  }

  return {
    handle: deliver,
    giveUp: async (job) => {
      const message = await findMessage(db, job)
      if (!message) return dropMessage(db, job)
      const failed = { status: null, error: 'the attempt ended with its process', answer: null }
      if (message.webhook === null) await giveUpCallback(db, job, failed)
      else await giveUpNotice(db, job, message, { ...failed, switchOff: 'no' })
    },
  }
}

function kindOf({ webhook }: PendingMessage): 'callback' | 'webhook' {
  return webhook === null ? 'callback' : 'webhook'
}

function countAttempts(metrics: Registry, name: string, what: string): Counter<'outcome'> {
  return new Counter({
    name,
    help: `${what}, by outcome: delivered, failed, dead.`,
    labelNames: ['outcome'],
    registers: [metrics],
  })
}
