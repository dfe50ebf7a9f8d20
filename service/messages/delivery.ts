import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { limitEach } from '../base/concurrency.ts'
import type { Database } from '../base/database/database.ts'
import { isUnavailable, lostPauseMs } from '../base/database/unavailable.ts'
import { type JobHandlers, type LeasedJob, LostJob } from '../base/jobs/job.ts'
import { mailTypes, morningEvent, testEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import type { Config } from '../config.ts'
import { sendAlert } from './alerts/alert-text.ts'
import { readAlert } from './alerts/alert-words.ts'
import { type AttemptOutcome, attemptPost, failed, nextDelaySeconds } from './attempt.ts'
import { noMailServer } from './mail.ts'
import { writeMail } from './member-mails.ts'
import { findAlert, watchSoon } from './receivers-sql.ts'
import { secretOf, signatureHeaders } from './secret.ts'
import { dropMessage, endMessage, type FoundMessage, findMessage, postponeMessage, readBody } from './sql.ts'
import { type NoticeSources, noticeBody } from './webhook-body.ts'
import type { ReportSources } from './weekly-report.ts'

interface DeliveryOptions {
  db: Database
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'forget'>
  sources: NoticeSources & ReportSources
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds'>
}

/** How many large bodies of one organization are sent at once: each takes up to some 6 MB, for as long as its receiver hangs. */
const largeAtOnce = 10

type MessageKind = 'callback' | 'webhook' | 'alert' | 'mail'

/**
 * Creates the jobs that deliver messages: callbacks of records, what webhooks are told, alerts, mails to members. Each is
 * sent until it is received, refused for good (410), or its schedule is over.
 */
export function createDelivery(options: DeliveryOptions): JobHandlers {
  const { db, log, metrics, outbox, sources, config } = options
  const large = limitEach(largeAtOnce)
  const attempts = new Counter({
    name: 'motif_message_attempts_total',
    help: 'Attempts to deliver a callback, to a webhook, an alert or a mail, by outcome: delivered, failed, dead.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })

  /** Sends a message once. What it says is put together now. Undefined if there is nothing to be told any more. */
  const send: Record<MessageKind, (message: FoundMessage) => Promise<AttemptOutcome | undefined>> = {
    callback: async (message) => post(message, await readBody(db, message)),
    webhook: async (message) => post(message, await noticeBody(sources, message)),
    async alert(message) {
      const { organization, alert: id, address } = message
      const alert = await findAlert(db, organization, id ?? '')
      const text = alert && (await readAlert(sources, alert, message))
      return text && sendAlert(alert, { address: address ?? '', id: idOf(message) }, text, sources)
    },
    async mail(message) {
      const mail = isTooLate(message) ? undefined : await writeMail(sources, message)
      if (!mail) return undefined
      return sources.sendMail?.({ ...mail, id: idOf(message) }) ?? failed(noMailServer)
    },
  }

  async function post(message: FoundMessage, body: string | undefined): Promise<AttemptOutcome | undefined> {
    if (body === undefined) return undefined
    const secret = message.secret ?? (await secretOf(db, message.organization, config.callbackSecret))
    const headers = signatureHeaders(secret, idOf(message), body)
    return attemptPost({ url: message.url, body, headers }, sources)
  }

  async function deliver(job: LeasedJob): Promise<void> {
    const message = await findMessage(db, job)
    if (!message) return dropMessage(db, job)
    const attempt = () => send[kindOf(message)](message)
    const outcome = await (message.isLarge ? large(message.organization, attempt) : attempt())
    if (!outcome) return dropMessage(db, job)
    attempts.inc({ kind: kindOf(message), outcome: await record(job, message, outcome) })
  }

  /** Records the outcome of an attempt, and returns its name. */
  async function record(job: LeasedJob, message: FoundMessage, attempted: AttemptOutcome) {
    const { type, webhook, alert, content } = message
    // What a receiver says to what was gathered may name people, and goes with none of them.
    const outcome = type === morningEvent ? { ...attempted, answer: null } : attempted
    if (outcome.error === null) {
      await untilStored(() => end(job, message, outcome))
      if (type === testEvent) outbox.forget(job.organization)
      return 'delivered'
    }
    const attempt = message.attempt + 1
    const isLast = outcome.isFinal || type === testEvent || isTooLate(message)
    const delaySeconds = isLast
      ? undefined
      : nextDelaySeconds(config.callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
    const told = { webhook, alert, content, type, attempt, reason: outcome.error, delaySeconds }
    log.warn(told, `${kindOf(message)} not delivered`)
    await untilStored(() =>
      delaySeconds === undefined
        ? end(job, message, outcome)
        : postponeMessage(db, job, outcome, delaySeconds),
    )
    return delaySeconds === undefined ? 'dead' : 'failed'
  }

  async function end(job: LeasedJob, message: FoundMessage, outcome: AttemptOutcome): Promise<void> {
    const { webhook, alert, member } = message
    const kind = kindOf(message)
    const isGivenUp = outcome.error !== null
    // A callback stays until it is retried by command, a mail to a member until another one is sent.
    const isShown =
      webhook !== null || alert !== null || (isGivenUp && (kind === 'callback' || member !== null))
    if (!isShown) return dropMessage(db, job)
    if (await endMessage(db, job, message, outcome)) {
      outbox.forget(job.organization)
      log.error(
        { [kind]: webhook ?? alert, reason: outcome.error },
        `${kind} switched off: its receiver does not answer`,
      )
    }
    if (isGivenUp && kind !== 'mail') await watchSoon(db, job.organization)
  }

  return {
    handle: deliver,
    giveUp: async (job) => {
      const message = await findMessage(db, job)
      if (!message) return dropMessage(db, job)
      await end(job, message, { ...failed('the attempt ended with its process'), isFinal: true })
    },
  }
}

/** For how long an outcome that cannot be stored is kept: longer than a cluster takes to have another primary. */
const keptMs = 60_000

/**
 * Stores what came of an attempt, again while the database is away, so that what was received is not sent again. An earlier
 * try may have been committed and only its answer lost, or another process has taken the job over meanwhile.
 */
async function untilStored(store: () => Promise<void>): Promise<void> {
  const until = performance.now() + keptMs
  for (let tries = 1; ; tries++) {
    try {
      return await store()
    } catch (error) {
      if (error instanceof LostJob && tries > 1) return
      if (!isUnavailable(error as Error) || performance.now() > until) throw error
      await wait(lostPauseMs)
    }
  }
}

/** The same at every attempt: what comes twice is known by it. */
const idOf = ({ id }: FoundMessage) => `msg_${id}`

function kindOf({ webhook, alert, type }: FoundMessage): MessageKind {
  if (type in mailTypes) return 'mail'
  if (webhook !== null) return 'webhook'
  return alert === null ? 'callback' : 'alert'
}

/** Whether a mail that is late helps nobody. */
function isTooLate({ type, happened_at }: FoundMessage): boolean {
  const seconds = (mailTypes as Partial<Record<string, number>>)[type] ?? Number.POSITIVE_INFINITY
  return Date.now() - happened_at.getTime() > seconds * 1000
}
