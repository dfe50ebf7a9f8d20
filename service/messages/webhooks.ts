import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { acceptTarget } from '../base/net/accept-target.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { Config } from '../config.ts'
import { type AttemptOutcome, attemptDelivery } from './attempt.ts'
import {
  addTest,
  dropNotice,
  endNotice,
  findNotice,
  giveUpNotice,
  keepBody,
  type PendingNotice,
  postponeNotice,
} from './notices-sql.ts'
import type { NoticeOutbox } from './outbox.ts'
import { nextDelaySeconds } from './schedule.ts'
import { makeSecret } from './secret.ts'
import { type ListedWebhook, mostWebhooks, testEvent, type WebhookEvent } from './webhook.ts'
import { insertWebhook, readWebhooks, removeWebhook } from './webhooks-sql.ts'

/** The webhooks of organizations: see `createWebhooks`. An unknown id throws `not-found`. */
export interface WebhookRoom {
  /** Throws what is wrong with the address or the events. The secret is returned only here. */
  create(
    organization: string,
    wanted: { url: string; events: WebhookEvent[] },
  ): Promise<{ id: string; secret: string }>
  list(organization: string): Promise<ListedWebhook[]>
  remove(organization: string, id: string): Promise<void>
  /** Enqueues a test notice, even where the webhook is off. If it is received, the webhook is switched on. */
  test(organization: string, id: string): Promise<{ id: string }>
  notify: JobHandlers
}

interface WebhooksOptions {
  db: Database
  /** The body of a notice as JSON text. Undefined if its subject no longer exists. */
  readBody(notice: PendingNotice): Promise<string | undefined>
  log: Logger
  metrics: Registry
  jobs: { wake(): void }
  outbox: Pick<NoticeOutbox, 'forget'>
  config: Pick<Config, 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

/** Creates the webhooks. A notice is sent until it is received or its schedule is over. */
export function createWebhooks(options: WebhooksOptions): WebhookRoom {
  const { db, log, jobs, outbox } = options
  const { callbackRetrySeconds, allowPrivateAddresses } = options.config
  const attempts = new Counter({
    name: 'motif_webhook_attempts_total',
    help: 'Attempts to deliver a notice to a webhook, by outcome: delivered, failed, dead.',
    labelNames: ['outcome'],
    registers: [options.metrics],
  })

  async function notify(job: LeasedJob): Promise<void> {
    const notice = await findNotice(db, job)
    const body = notice && (await bodyOf(job, notice))
    if (!notice || body === undefined) return dropNotice(db, job)
    const { url, secret } = notice
    const outcome = await attemptDelivery(
      { id: messageId(notice.id), url, body, secret },
      { allowPrivateAddresses },
    )
    attempts.inc({ outcome: await record(job, notice, outcome) })
  }

  async function bodyOf(job: LeasedJob, notice: PendingNotice): Promise<string | undefined> {
    const body = notice.body ?? (await options.readBody(notice))
    if (body === undefined || notice.body !== null) return body
    return (await keepBody(db, job, body)) ? body : undefined
  }

  /** Records the outcome of an attempt, and returns its name. */
  async function record(job: LeasedJob, notice: PendingNotice, outcome: AttemptOutcome) {
    if (outcome.isReceived) {
      await endNotice(db, job, notice, outcome.status)
      if (notice.type === testEvent) outbox.forget(job.organization)
      return 'delivered'
    }
    const { webhook, type } = notice
    const attempt = notice.attempt + 1
    const isLast = outcome.isFinal || type === testEvent
    const delaySeconds = isLast
      ? undefined
      : nextDelaySeconds(callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
    log.warn({ webhook, type, attempt, reason: outcome.error, delaySeconds }, 'webhook notice not delivered')
    if (delaySeconds !== undefined) {
      await postponeNotice(db, job, outcome, delaySeconds)
      return 'failed'
    }
    await giveUp(job, notice, outcome)
    return 'dead'
  }

  async function giveUp(
    job: LeasedJob,
    notice: PendingNotice,
    outcome: AttemptOutcome & { isReceived: false },
  ) {
    const { webhook, type } = notice
    const whenRefused = outcome.isFinal ? 'yes' : 'unlessReceived'
    const switchOff = type === testEvent ? 'no' : whenRefused
    const isOff = await giveUpNotice(db, job, notice, { ...outcome, switchOff })
    if (!isOff) return
    outbox.forget(job.organization)
    log.error({ webhook, reason: outcome.error }, 'webhook switched off: its receiver does not answer')
  }

  return {
    async create(organization, { url, events }) {
      const target = await acceptTarget('url', url, { allowPrivateAddresses })
      const secret = makeSecret()
      const wanted = { url: target, events: [...new Set(events)], secret }
      const id = await insertWebhook(db, organization, wanted)
      if (id === undefined) throw tooMany()
      outbox.forget(organization)
      return { id, secret }
    },
    async list(organization) {
      const { webhooks, deliveries } = await readWebhooks(db, organization)
      const byWebhook = Map.groupBy(deliveries, ({ webhook }) => webhook)
      return webhooks.map(({ id, url, events, state, created_at }) => ({
        id,
        url,
        events: events.split(' ') as WebhookEvent[],
        state,
        createdAt: created_at.toISOString(),
        deliveries: (byWebhook.get(id) ?? []).map(({ tried_at, type, last_status, last_error }) => ({
          at: tried_at.toISOString(),
          event: type,
          ...(last_status !== null && { status: last_status }),
          ...(last_error !== null && { error: last_error }),
        })),
      }))
    },
    async remove(organization, id) {
      if (!isId(id) || !(await removeWebhook(db, organization, id))) throw unknown()
      outbox.forget(organization)
    },
    async test(organization, id) {
      const notice = isId(id) ? await addTest(db, organization, id) : undefined
      if (notice === undefined) throw unknown()
      jobs.wake()
      return { id: messageId(notice) }
    },
    notify: {
      handle: notify,
      giveUp: async (job) => {
        const notice = await findNotice(db, job)
        if (!notice) return dropNotice(db, job)
        const failed = { status: null, error: 'the attempt ended with its process', switchOff: 'no' as const }
        await giveUpNotice(db, job, notice, failed)
      },
    },
  }
}

function messageId(notice: string): string {
  return `msg_${notice}`
}

function unknown(): DomainError {
  return new DomainError('not-found', 'No webhook has this id.')
}

function tooMany(): DomainError {
  return new DomainError(
    'invalid-field',
    `url: the organization has ${mostWebhooks} webhooks already. Delete one that is not needed.`,
  )
}
