import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { JobHandlers, LeasedJob } from '../model/job.ts'
import { AddressRefused } from '../net/address-guard.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Database } from '../store/database.ts'
import {
  type DeliveryRow,
  endDelivery,
  type FailedAttempt,
  findDelivery,
  giveUpDelivery,
  postponeDelivery,
} from '../store/deliveries.ts'
import { finishJob } from '../store/jobs.ts'
import { nextDelaySeconds, readRetryAfter } from './schedule.ts'
import { secretOf } from './secret.ts'
import { signatureHeaders } from './sign.ts'

/** Notifies other programs: see `createNotices`. */
export interface Notices {
  deliver: JobHandlers
}

interface NoticesOptions {
  db: Database
  log: Logger
  metrics: Registry
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

/** CONTRACT §6: 2xx within 15 s ends a delivery. */
const attemptTimeoutMs = 15_000

type Outcome = 'delivered' | (FailedAttempt & { retryAfterSeconds: number; isFinal: boolean })

/** Creates the room of the notices. A callback is tried until it is received, refused for good (410), or given up. */
export function createNotices(options: NoticesOptions): Notices {
  const { db, log, metrics } = options
  const { callbackSecret: secret, callbackRetrySeconds, allowPrivateAddresses } = options.config
  const attempts = new Counter({
    name: 'motif_callback_attempts_total',
    help: 'Attempts to deliver a callback, by outcome: delivered, failed, dead.',
    labelNames: ['outcome'],
    registers: [metrics],
  })

  async function deliver(job: LeasedJob): Promise<void> {
    const delivery = await findDelivery(db, job)
    if (!delivery) return finishJob(db, job)
    const outcome = await attempt(delivery)
    attempts.inc({ outcome: await record(job, delivery, outcome) })
  }

  async function attempt({ organization, content, url, body }: DeliveryRow): Promise<Outcome> {
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Motif',
      ...signatureHeaders(await secretOf(db, organization, secret), {
        id: `msg_${content}`,
        timestamp,
        body,
      }),
    }
    try {
      const response = await guardedFetch(
        url,
        { method: 'POST', headers, body },
        { allowPrivateAddresses, timeoutMs: attemptTimeoutMs },
      )
      // Nothing in the answer's body is of interest, however long it is.
      response.body?.cancel().catch(() => {})
      if (response.ok) return 'delivered'
      const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'))
      const { status } = response
      return { status, error: `HTTP ${status}`, retryAfterSeconds, isFinal: status === 410 }
    } catch (error) {
      return { status: null, error: attemptFailure(error), retryAfterSeconds: 0, isFinal: false }
    }
  }

  /** Records what came of an attempt, and gives its name. */
  async function record(job: LeasedJob, delivery: DeliveryRow, outcome: Outcome) {
    if (outcome === 'delivered') {
      await endDelivery(db, job)
      return 'delivered'
    }
    const count = delivery.attempt + 1
    const delaySeconds = outcome.isFinal
      ? undefined
      : nextDelaySeconds(callbackRetrySeconds, count, outcome.retryAfterSeconds)
    log.warn(
      { content: delivery.content, attempt: count, reason: outcome.error, delaySeconds },
      'callback not delivered',
    )
    if (delaySeconds === undefined) {
      await giveUpDelivery(db, job, outcome)
      return 'dead'
    }
    await postponeDelivery(db, job, outcome, delaySeconds)
    return 'failed'
  }

  return {
    deliver: {
      handle: deliver,
      giveUp: (job) => giveUpDelivery(db, job, { status: null, error: 'the attempt ended with its process' }),
    },
  }
}

/** One line, without the address: it may hold a secret of its receiver. */
function attemptFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} s`
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}
