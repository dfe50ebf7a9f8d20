import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { finishJob } from '../base/jobs/sql.ts'
import type { Config } from '../config.ts'
import { type AttemptOutcome, attemptDelivery } from './attempt.ts'
import {
  type DeliveryRow,
  endDelivery,
  findDelivery,
  giveUpDelivery,
  postponeDelivery,
} from './deliveries-sql.ts'
import { nextDelaySeconds } from './schedule.ts'
import { secretOf } from './secret.ts'

interface CallbacksOptions {
  db: Database
  log: Logger
  metrics: Registry
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

/**
 * Creates the jobs that deliver callbacks. Each callback is sent until it is received, refused for good (410), or given
 * up.
 */
export function createCallbacks(options: CallbacksOptions): JobHandlers {
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
    const { organization, content, url, body } = delivery
    const outcome = await attemptDelivery(
      { id: `msg_${content}`, url, body, secret: await secretOf(db, organization, secret) },
      { allowPrivateAddresses },
    )
    attempts.inc({ outcome: await record(job, delivery, outcome) })
  }

  /** Records the outcome of an attempt, and returns its name. */
  async function record(job: LeasedJob, delivery: DeliveryRow, outcome: AttemptOutcome) {
    if (outcome.isReceived) {
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
    handle: deliver,
    giveUp: (job) => giveUpDelivery(db, job, { status: null, error: 'the attempt ended with its process' }),
  }
}
