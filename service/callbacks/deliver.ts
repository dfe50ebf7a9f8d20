import { Counter } from 'prom-client'
import type { LeasedJob } from '../jobs/job.ts'
import type { JobHandler } from '../jobs/workers.ts'
import { AddressRefused } from '../net/address-guard.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { Service } from '../service.ts'
import {
  buryDelivery,
  type DeliveryRow,
  endDelivery,
  type FailedAttempt,
  findDelivery,
  postponeDelivery,
} from '../store/deliveries.ts'
import { finishJob } from '../store/jobs.ts'
import { nextDelaySeconds, readRetryAfter } from './schedule.ts'
import { callbackSecret } from './secret.ts'
import { signatureHeaders } from './sign.ts'

/** CONTRACT §6: 2xx within 15 s ends a delivery. */
const attemptTimeoutMs = 15_000

type Outcome = 'delivered' | (FailedAttempt & { retryAfterSeconds: number; isFinal: boolean })

/** Delivers callbacks: each until it is received, refused for good (410), or the schedule is over. */
export function deliverCallback(service: Service): JobHandler {
  const attempts = new Counter({
    name: 'motif_callback_attempts_total',
    help: 'Attempts to deliver a callback, by outcome: delivered, failed, dead.',
    labelNames: ['outcome'],
    registers: [service.metrics],
  })
  return async (job) => {
    const delivery = await findDelivery(service.db, job)
    if (!delivery) return finishJob(service.db, job)
    const outcome = await attempt(service, delivery)
    attempts.inc({ outcome: await settle(service, job, delivery, outcome) })
  }
}

/** Writes down what came of an attempt, and gives its name. */
async function settle(service: Service, job: LeasedJob, delivery: DeliveryRow, outcome: Outcome) {
  const { db, config, log } = service
  if (outcome === 'delivered') {
    await endDelivery(db, job)
    return 'delivered'
  }
  const attempt = delivery.attempt + 1
  const delaySeconds = outcome.isFinal
    ? undefined
    : nextDelaySeconds(config.callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
  log.warn(
    { content: delivery.content, attempt, reason: outcome.error, delaySeconds },
    'callback not delivered',
  )
  if (delaySeconds !== undefined) {
    await postponeDelivery(db, job, outcome, delaySeconds)
    return 'failed'
  }
  await buryDelivery(db, job, outcome)
  return 'dead'
}

async function attempt(service: Service, { content, url, body }: DeliveryRow): Promise<Outcome> {
  const secret = await callbackSecret(service)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Motif',
    ...signatureHeaders(secret, { id: `msg_${content}`, timestamp, body }),
  }
  const { allowPrivateAddresses } = service.config
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
    return { status: null, error: reasonOf(error), retryAfterSeconds: 0, isFinal: false }
  }
}

/** One line, without the address: it may hold a secret of its receiver. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} s`
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}
