import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../base/database/database.ts'
import { isUnavailable, lostPauseMs } from '../base/database/unavailable.ts'
import { type JobHandlers, type LeasedJob, LostJob } from '../base/jobs/job.ts'
import { limitEach } from '../base/limits.ts'
import { type MailType, mailTypes, morningEvent, testEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import type { Config } from '../config.ts'
import type { AlertText } from './alerts/alert-text.ts'
import { type AlertSenders, sendAlert } from './alerts/deliver-alert.ts'
import { findAlertOf, listHeld, watchSoon } from './alerts/sql.ts'
import { type AttemptOutcome, attemptDelivery, nextDelaySeconds } from './attempt.ts'
import { type Mail, noMailServer, type SendMail } from './mail.ts'
import { keepMail } from './mail-sql.ts'
import { endHeld, endNotice, giveUpNotice, type Receiver, receiverOf } from './notices-sql.ts'
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
  readAlert(message: PendingMessage): Promise<ToldAlert | undefined>
  alerts: AlertSenders
  /** What a mail to a member says. Undefined if nobody is to get it. */
  writeMail(message: PendingMessage): Promise<Omit<Mail, 'id'> | undefined>
  sendMail: SendMail | undefined
  config: Pick<Config, 'callbackSecret' | 'callbackRetrySeconds' | 'allowPrivateAddresses'>
}

/** What an alert says, and the gathered messages that it tells of. */
export interface ToldAlert {
  /** Undefined if nothing of it is left to be told. */
  text?: AlertText
  held: string[]
}

/** How often it is looked whether a mail server is set: settings are read when a process starts. */
const noMailServerSeconds = 600

/** How many large bodies of one organization are sent at once: each takes up to some 6 MB, for as long as its receiver hangs. */
const largeAtOnce = 10

type Received = AttemptOutcome & { isReceived: true; held: string[] }
type Failure = AttemptOutcome & { isReceived: false; held: string[] }

/**
 * Creates the jobs that deliver messages: callbacks of records, and what webhooks are told. Each is sent until it is
 * received, refused for good (410), or its schedule is over.
 */
export function createDelivery(options: DeliveryOptions): JobHandlers {
  const { db, log, metrics, outbox, readBody, readAlert, alerts, writeMail, sendMail, config } = options
  const { callbackSecret, callbackRetrySeconds, allowPrivateAddresses } = config
  const large = limitEach(largeAtOnce)
  const attempts = {
    callback: countAttempts(metrics, 'motif_callback_attempts_total', 'Attempts to deliver a callback'),
    webhook: countAttempts(
      metrics,
      'motif_webhook_attempts_total',
      'Attempts to deliver a notice to a webhook',
    ),
    alert: countAttempts(metrics, 'motif_alert_attempts_total', 'Attempts to deliver an alert'),
    mail: countAttempts(metrics, 'motif_mail_attempts_total', 'Attempts to send a mail to a member'),
  }

  async function deliver(job: LeasedJob): Promise<void> {
    const message = await findMessage(db, job)
    if (message && message.alert !== null) return deliverAlert(job, message)
    if (message && isMail(message.type)) return deliverMail(job, message)
    if (!message) return dropMessage(db, job)
    if (message.isLarge) return large(message.organization, () => deliverBody(job, message))
    await deliverBody(job, message)
  }

  async function deliverBody(job: LeasedJob, message: FoundMessage): Promise<void> {
    const body = await bodyOf(job, message)
    if (body === undefined) return dropMessage(db, job)
    const secret = message.secret ?? (await secretOf(db, message.organization, callbackSecret))
    const outcome = await attemptDelivery(
      { id: `msg_${message.id}`, url: message.url, body, secret },
      { allowPrivateAddresses },
    )
    attempts[kindOf(message)].inc({ outcome: await record(job, message, outcome) })
  }

  /** The text is put together at each attempt: nothing of it is stored. */
  async function deliverAlert(job: LeasedJob, message: PendingMessage): Promise<void> {
    const alert = await findAlertOf(db, message)
    const told = alert && (await readAlert(message))
    if (!alert || !told?.text) {
      await endHeld(db, job.organization, told?.held ?? [], 'dead')
      return dropMessage(db, job)
    }
    const to = { address: message.address ?? '', id: `msg_${message.id}` }
    const outcome = await sendAlert(alert, to, told.text, alerts)
    attempts.alert.inc({ outcome: await record(job, message, outcome, told.held) })
  }

  /** The text is written at each attempt: its links are made then. */
  async function deliverMail(job: LeasedJob, message: PendingMessage): Promise<void> {
    if (isTooLate(message)) return dropMessage(db, job)
    if (!sendMail) return untilMailServer(job, message)
    const mail = await writeMail(message)
    if (!mail) return dropMessage(db, job)
    const outcome = await sendMail({ ...mail, id: `msg_${message.id}` })
    attempts.mail.inc({ outcome: await record(job, message, outcome) })
  }

  async function untilMailServer(job: LeasedJob, { type }: PendingMessage): Promise<void> {
    log.warn({ type, reason: noMailServer, delaySeconds: noMailServerSeconds }, 'mail not delivered')
    await keepMail(db, job, noMailServer, noMailServerSeconds)
  }

  async function bodyOf(job: LeasedJob, message: FoundMessage): Promise<string | undefined> {
    const kept = message.isLarge ? await readKeptBody(db, job) : message.body
    if (kept !== null) return kept
    const body = await readBody(message)
    return body !== undefined && (await keepBody(db, job, body)) ? body : undefined
  }

  /**
   * Records the outcome of an attempt, with the gathered messages that it told of, and returns its name. Of what a
   * receiver says to what was gathered only the status is kept: it may name people, and goes with none of them.
   */
  async function record(
    job: LeasedJob,
    message: PendingMessage,
    attempted: AttemptOutcome,
    held: string[] = [],
  ) {
    const { content, type } = message
    const outcome = { ...attempted, held, ...(type === morningEvent && { answer: null }) }
    if (outcome.isReceived) {
      await endReceived(job, message, outcome)
      return 'delivered'
    }
    const receiver = receiverOf(message)
    const attempt = message.attempt + 1
    const isLast = outcome.isFinal || type === testEvent || isTooLate(message)
    const delaySeconds = isLast
      ? undefined
      : nextDelaySeconds(callbackRetrySeconds, attempt, outcome.retryAfterSeconds)
    const about = receiver ? { [receiver.table]: receiver.id, type } : content ? { content } : { type }
    log.warn(
      { ...about, attempt, reason: outcome.error, delaySeconds },
      `${failures[kindOf(message)]} not delivered`,
    )
    if (delaySeconds === undefined) {
      await giveUp(job, message, outcome)
      return 'dead'
    }
    await untilStored(() => postponeMessage(db, job, outcome, delaySeconds))
    return 'failed'
  }

  async function endReceived(job: LeasedJob, message: PendingMessage, received: Received): Promise<void> {
    const receiver = receiverOf(message)
    await untilStored(() =>
      receiver ? endNotice(db, job, receiver, message, received) : dropMessage(db, job),
    )
    if (message.type === testEvent) outbox.forget(job.organization)
  }

  async function giveUp(job: LeasedJob, message: PendingMessage, outcome: Failure): Promise<void> {
    const receiver = receiverOf(message)
    if (receiver) await giveUpNoticeOf(job, message, receiver, outcome)
    else await giveUpOther(job, message, outcome)
    if (!isMail(message.type)) await watchSoon(db, job.organization)
  }

  /** A callback stays until it is retried by command, a mail to a member until another one is sent. */
  async function giveUpOther(job: LeasedJob, message: PendingMessage, failed: FailedAttempt) {
    const isOfNobody = isMail(message.type) && message.member === null
    await untilStored(() => (isOfNobody ? dropMessage(db, job) : giveUpCallback(db, job, failed)))
  }

  async function giveUpNoticeOf(job: LeasedJob, message: PendingMessage, to: Receiver, outcome: Failure) {
    const whenRefused = outcome.isOff ? 'yes' : outcome.isFinal ? 'no' : 'unlessReceived'
    const switchOff = message.type === testEvent ? 'no' : whenRefused
    if (!(await untilStored(() => giveUpNotice(db, job, to, message, { ...outcome, switchOff })))) return
    outbox.forget(job.organization)
    log.error(
      { [to.table]: to.id, reason: outcome.error },
      `${to.table} switched off: its receiver does not answer`,
    )
  }

  return {
    handle: deliver,
    giveUp: async (job) => {
      const message = await findMessage(db, job)
      if (!message) return dropMessage(db, job)
      // Gathered messages that were left would have the message of the morning sent again, and given up again, for ever.
      const held: string[] = []
      if (message.type === morningEvent) for await (const { id } of listHeld(db, message)) held.push(id)
      const failed = { status: null, error: 'the attempt ended with its process', answer: null, held }
      const receiver = receiverOf(message)
      if (!receiver) await giveUpOther(job, message, failed)
      else await giveUpNotice(db, job, receiver, message, { ...failed, switchOff: 'no' })
    },
  }
}

/** For how long an outcome that cannot be stored is kept: longer than a cluster takes to have another primary. */
const keptMs = 60_000

/**
 * Stores what came of an attempt, again while the database is away, so that what was received is not sent again. Undefined
 * if an earlier try was committed and only its answer was lost, or if another process has taken the job over meanwhile.
 */
async function untilStored<T>(store: () => Promise<T>): Promise<T | undefined> {
  const until = performance.now() + keptMs
  for (let tries = 1; ; tries++) {
    try {
      return await store()
    } catch (error) {
      if (error instanceof LostJob && tries > 1) return undefined
      if (!isUnavailable(error as Error) || performance.now() > until) throw error
      await wait(lostPauseMs)
    }
  }
}

function kindOf(message: PendingMessage): Receiver['table'] | 'callback' | 'mail' {
  if (isMail(message.type)) return 'mail'
  return receiverOf(message)?.table ?? 'callback'
}

const failures = { callback: 'callback', webhook: 'webhook notice', alert: 'alert', mail: 'mail' }

function isMail(type: PendingMessage['type']): type is MailType {
  return type in mailTypes
}

/** Whether a mail that is late helps nobody. */
function isTooLate({ type, happened_at }: PendingMessage): boolean {
  return isMail(type) && Date.now() - new Date(happened_at).getTime() > mailTypes[type] * 1000
}

function countAttempts(metrics: Registry, name: string, what: string): Counter<'outcome'> {
  return new Counter({
    name,
    help: `${what}, by outcome: delivered, failed, dead.`,
    labelNames: ['outcome'],
    registers: [metrics],
  })
}
