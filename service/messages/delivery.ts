import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { limitEach } from '../base/concurrency.ts'
import type { Database } from '../base/database/database.ts'
import { isUnavailable, lostPauseMs } from '../base/database/unavailable.ts'
import { type JobHandlers, type LeasedJob, LostJob } from '../base/jobs/job.ts'
import { type MailType, mailTypes, morningEvent, testEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import type { Config } from '../config.ts'
import type { AlertText } from './alerts/alert-text.ts'
import { type AlertSenders, sendAlert } from './alerts/deliver-alert.ts'
import { findAlertOf, watchSoon } from './alerts/sql.ts'
import { type AttemptOutcome, attemptDelivery, nextDelaySeconds } from './attempt.ts'
import { type Mail, noMailServer } from './mail.ts'
import { keepMail } from './mail-sql.ts'
import { endNotice, giveUpNotice, receiverOf } from './notices-sql.ts'
import { secretOf } from './secret.ts'
import {
  dropMessage,
  type FailedAttempt,
  type FoundMessage,
  findMessage,
  giveUpCallback,
  keepBody,
  type PendingMessage,
  postponeMessage,
  readKeptBody,
} from './sql.ts'

interface DeliveryOptions {
  db: Database
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'forget'>
  /** The body of a message as JSON text. Undefined if its subject no longer exists. */
  readBody(message: PendingMessage): Promise<string | undefined>
  /** What an alert says. Undefined if its subject no longer exists, or is none of its owner's. */
  readAlert(message: PendingMessage): Promise<AlertText | undefined>
  senders: AlertSenders
  /** What a mail to a member says. Undefined if nobody is to get it. */
  writeMail(message: PendingMessage): Promise<Omit<Mail, 'id'> | undefined>
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

/** How often it is looked whether a mail server is set: settings are read when a process starts. */
const noMailServerSeconds = 600

/** How many large bodies of one organization are sent at once: each takes up to some 6 MB, for as long as its receiver hangs. */
const largeAtOnce = 10

/**
 * Creates the jobs that deliver messages: callbacks of records, what webhooks are told, alerts, mails to members. Each is
 * sent until it is received, refused for good (410), or its schedule is over.
 */
export function createDelivery(options: DeliveryOptions): JobHandlers {
  const { db, log, metrics, outbox, readBody, readAlert, senders, writeMail, config } = options
  const { callbackSecret, callbackRetrySeconds, allowPrivateAddresses } = config
  const large = limitEach(largeAtOnce)
  const attempts = new Counter({
    name: 'motif_message_attempts_total',
    help: 'Attempts to deliver a callback, to a webhook, an alert or a mail, by outcome: delivered, failed, dead.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })

  async function deliver(job: LeasedJob): Promise<void> {
    const message = await findMessage(db, job)
    if (!message) return dropMessage(db, job)
    if (isMail(message.type) && !senders.sendMail) return untilMailServer(job, message)
    const send = () => attempt(job, message)
    const outcome = await (message.isLarge ? large(message.organization, send) : send())
    if (!outcome) return dropMessage(db, job)
    attempts.inc({ kind: kindOf(message), outcome: await record(job, message, outcome) })
  }

  /** Sends it once. Undefined if there is nothing to be told any more. */
  async function attempt(job: LeasedJob, message: FoundMessage): Promise<AttemptOutcome | undefined> {
    const id = `msg_${message.id}`
    if (message.alert !== null) {
      const [alert, text] = await Promise.all([findAlertOf(db, message), readAlert(message)])
      // The text is put together at each attempt: nothing of it is stored.
      return alert && text && sendAlert(alert, { address: message.address ?? '', id }, text, senders)
    }
    if (isMail(message.type)) {
      // Its links are made now.
      const mail = isTooLate(message) ? undefined : await writeMail(message)
      return mail && senders.sendMail?.({ ...mail, id })
    }
    const body = await bodyOf(job, message)
    if (body === undefined) return undefined
    const secret = message.secret ?? (await secretOf(db, message.organization, callbackSecret))
    return attemptDelivery({ id, url: message.url, body, secret }, { allowPrivateAddresses })
  }

  async function untilMailServer(job: LeasedJob, { type }: PendingMessage): Promise<void> {
    log.warn({ type, reason: noMailServer, delaySeconds: noMailServerSeconds }, 'mail not delivered')
    await keepMail(db, job, noMailServer, noMailServerSeconds)
  }

  /** The same at every attempt. */
  async function bodyOf(job: LeasedJob, message: FoundMessage): Promise<string | undefined> {
    const kept = message.isLarge ? await readKeptBody(db, job) : message.body
    if (kept !== null) return kept
    const body = await readBody(message)
    return body !== undefined && (await keepBody(db, job, body)) ? body : undefined
  }

  /** Records the outcome of an attempt, and returns its name. */
  async function record(job: LeasedJob, message: PendingMessage, attempted: AttemptOutcome) {
    const { content, type } = message
    // What a receiver says to what was gathered may name people, and goes with none of them.
    const outcome = type === morningEvent ? { ...attempted, answer: null } : attempted
    const receiver = receiverOf(message)
    if (outcome.isReceived) {
      await untilStored(() =>
        receiver ? endNotice(db, job, receiver, message, outcome) : dropMessage(db, job),
      )
      if (type === testEvent) outbox.forget(job.organization)
      return 'delivered'
    }
    const attempt = message.attempt + 1
    const isLast = outcome.isFinal || type === testEvent || isTooLate(message)
    const delaySeconds = isLast
      ? undefined
      : nextDelaySeconds(callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
    const about = receiver ? { [receiver.table]: receiver.id, type } : content ? { content } : { type }
    log.warn({ ...about, attempt, reason: outcome.error, delaySeconds }, `${kindOf(message)} not delivered`)
    if (delaySeconds !== undefined) {
      await untilStored(() => postponeMessage(db, job, outcome, delaySeconds))
      return 'failed'
    }
    const whenRefused = outcome.isOff ? 'yes' : outcome.isFinal ? 'no' : 'unlessReceived'
    const switchOff = type === testEvent ? 'no' : whenRefused
    await untilStored(() => giveUp(job, message, { ...outcome, switchOff }))
    return 'dead'
  }

  /** A callback stays until it is retried by command, a mail to a member until another one is sent. */
  async function giveUp(
    job: LeasedJob,
    message: PendingMessage,
    failed: FailedAttempt & { switchOff: 'no' | 'unlessReceived' | 'yes' },
  ): Promise<void> {
    const to = receiverOf(message)
    if (to) {
      const isOff = await giveUpNotice(db, job, to, message, failed)
      if (isOff) {
        outbox.forget(job.organization)
        log.error(
          { [to.table]: to.id, reason: failed.error },
          `${to.table} switched off: its receiver does not answer`,
        )
      }
    } else if (isMail(message.type) && message.member === null) await dropMessage(db, job)
    else await giveUpCallback(db, job, failed)
    if (!isMail(message.type)) await watchSoon(db, job.organization)
  }

  return {
    handle: deliver,
    giveUp: async (job) => {
      const message = await findMessage(db, job)
      if (!message) return dropMessage(db, job)
      const error = 'the attempt ended with its process'
      await giveUp(job, message, { status: null, error, answer: null, switchOff: 'no' })
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

function kindOf(message: PendingMessage): 'webhook' | 'alert' | 'callback' | 'mail' {
  if (isMail(message.type)) return 'mail'
  return receiverOf(message)?.table ?? 'callback'
}

function isMail(type: PendingMessage['type']): type is MailType {
  return type in mailTypes
}

/** Whether a mail that is late helps nobody. */
function isTooLate({ type, happened_at }: PendingMessage): boolean {
  return isMail(type) && Date.now() - new Date(happened_at).getTime() > mailTypes[type] * 1000
}
