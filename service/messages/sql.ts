import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import {
  type HappeningType,
  type MailType,
  type morningEvent,
  mostDeliveries,
  testEvent,
} from '../base/outbox/happenings.ts'
import { newId } from '../base/words/ids.ts'
import type { AttemptOutcome } from './attempt.ts'

/** What is sent to people and other programs: messages that are pending, and the last ones that have ended. */
export interface MessageTable {
  organization: string
  /** A callback has its record's id; others are derived from the receiver and what happened. */
  id: string
  /** The webhook, the alert or the member to whom it goes; of a callback all are null. */
  webhook: string | null
  alert: Defaulted<string | null>
  member: Defaulted<string | null>
  /** The mail address that it goes to; '' for an alert that goes by no mail. */
  address: Defaulted<string | null>
  /** See `Happening`. */
  detail: Defaulted<string | null>
  /** Where a callback goes; webhooks and alerts have an address of their own. */
  url: string | null
  type: HappeningType | MailType | typeof testEvent | typeof morningEvent
  content: string | null
  visit: string | null
  campaign: string | null
  happened_at: Timestamp
  /** JSON text of a callback. What others say is put together at each attempt. */
  body: string | null
  /** `noted`: told by the message of the morning. `dead`: given up. A callback stays so until it is retried by command. */
  state: 'pending' | 'noted' | 'delivered' | 'dead'
  attempt: Defaulted<number>
  /** When it was last tried, and when it is tried next, or for which morning it is noted. */
  tried_at: Timestamp | null
  next_attempt_at: Timestamp | null
  last_status: number | null
  last_error: string | null
  last_answer: string | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    message: MessageTable
  }
}

/** A message that is to be sent. */
export type Message = Omit<
  Selectable<MessageTable>,
  'url' | 'body' | 'state' | 'tried_at' | 'next_attempt_at' | 'last_status' | 'last_error' | 'last_answer'
>

/** The same with where it goes: '' if by mail. */
export interface FoundMessage extends Message {
  url: string
  /** The webhook's; null for a callback, which the organization's own secret signs. */
  secret: string | null
  /** Only some of these are in memory at once. */
  isLarge: boolean
}

const columns = sql`m.organization, m.id, m.webhook, m.alert, m.member, m.address, m.detail, m.type, m.content, m.visit,
  m.campaign, m.happened_at, m.attempt`

const largeBytes = 64 * 1024

/** Matches the row `m` of the message of a job. */
const isOf = ({ organization, subject }: LeasedJob) =>
  sql`m.organization = ${organization} AND m.id = ${subject}`

/** The message of a job; undefined if it is no longer to be sent. */
export async function findMessage(db: Database, job: LeasedJob): Promise<FoundMessage | undefined> {
  const { rows } = await sql<FoundMessage>`
    SELECT ${columns}, coalesce(w.url, a.url, m.url, '') AS url, w.secret,
      coalesce(octet_length(m.body), octet_length(c.content), 0) > ${largeBytes} AS "isLarge"
    FROM message m
    LEFT JOIN content c ON m.type = 'content.completed' AND c.organization = m.organization AND c.id = m.content
    LEFT JOIN webhook w ON w.organization = m.organization AND w.id = m.webhook
    LEFT JOIN alert a ON a.organization = m.organization AND a.id = m.alert
    WHERE ${isOf(job)} AND m.state = 'pending' AND (m.alert IS NULL OR a.state = 'on')
      AND (m.webhook IS NULL OR w.state = 'on' OR (w.id IS NOT NULL AND m.type = ${testEvent}))`.execute(db)
  return rows[0]
}

/** The body of a callback; undefined if it is gone. */
export async function readBody(db: Database, { organization, id }: Message): Promise<string | undefined> {
  const { rows } = await sql<{ body: string }>`
    SELECT body FROM message WHERE organization = ${organization} AND id = ${id}`.execute(db)
  return rows[0]?.body
}

/** What is noted for a message of the morning, oldest first. */
export async function readNoted(
  db: Database,
  { organization, alert, address, happened_at }: Message,
): Promise<Message[]> {
  const { rows } = await sql<Message>`
    SELECT ${columns} FROM message m
    WHERE organization = ${organization} AND alert = ${alert} AND address = ${address} AND state = 'noted'
      AND next_attempt_at = ${happened_at} ORDER BY happened_at, id`.execute(db)
  return rows
}

/** Deletes a message that is not to be sent, or of which nothing is to be seen later, and ends its job. */
export function dropMessage(db: Database, job: LeasedJob): Promise<void> {
  return transact(db, async (trx) => {
    // The message first and its job second, as a delete locks them. But the job would go with the message.
    await sql`SELECT 1 FROM message m WHERE ${isOf(job)} FOR UPDATE`.execute(trx)
    await finishJob(trx, job)
    await sql`DELETE FROM message m WHERE ${isOf(job)} AND m.state = 'pending'`.execute(trx)
  })
}

/** Records an attempt that failed and has another one follow. */
export function postponeMessage(db: Database, job: LeasedJob, failed: AttemptOutcome, seconds: number) {
  return transact(db, async (trx) => {
    await recordAttempt(trx, job, failed, 'pending', seconds)
    await postponeJob(trx, job, seconds)
  })
}

/** Ends a message that stays to be seen: a callback or a mail that was given up, what a webhook or an alert was told. */
export function endMessage(
  db: Database,
  job: LeasedJob,
  { type, ...message }: Message,
  outcome: AttemptOutcome,
) {
  const state = outcome.error === null ? 'delivered' : 'dead'
  return transact(db, async (trx) => {
    // The receiver first: its lock makes two that give up at once take turns.
    const isOff = state === 'dead' && type !== testEvent && (await switchOff(trx, message, outcome))
    if (state === 'delivered' && type === testEvent)
      await sql`
        UPDATE webhook SET state = 'on'
        WHERE organization = ${job.organization} AND id = ${message.webhook}`.execute(trx)
    await recordAttempt(trx, job, outcome, state)
    await finishJob(trx, job)
    if (message.webhook !== null)
      await sql`
        DELETE FROM message WHERE organization = ${job.organization} AND id IN (
          SELECT id FROM message
          WHERE organization = ${job.organization} AND webhook = ${message.webhook} AND state IN ('delivered', 'dead')
          ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)`.execute(trx)
    return isOff
  })
}

/**
 * Switches off the webhook or alert of a message that failed, and drops what else it was to be told: if its receiver is gone, or
 * has taken nothing since this happened. One that takes others only refuses this one. Returns whether it did.
 */
async function switchOff(
  trx: Database,
  { organization, id: message, webhook, alert, happened_at }: Omit<Message, 'type'>,
  { isOff = false, isFinal = false }: AttemptOutcome,
): Promise<boolean> {
  const id = webhook ?? alert
  if (id === null || (isFinal && !isOff)) return false
  const table = webhook === null ? 'alert' : 'webhook'
  const isTo = sql`organization = ${organization} AND ${sql.ref(table)} = ${id} AND type <> ${testEvent}`
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET state = 'off'
    WHERE organization = ${organization} AND id = ${id} AND state = 'on' AND (${isOff} OR NOT EXISTS (
      SELECT FROM message WHERE ${isTo} AND state = 'delivered' AND tried_at > ${happened_at}))`.execute(trx)
  if (!numAffectedRows) return false
  await sql`
    DELETE FROM message WHERE ${isTo} AND state IN ('pending', 'noted') AND id <> ${message}`.execute(trx)
  return true
}

async function recordAttempt(
  trx: Database,
  job: LeasedJob,
  { status, error, answer }: AttemptOutcome,
  state: MessageTable['state'],
  seconds?: number,
): Promise<void> {
  await sql`
    UPDATE message m SET state = ${state}, attempt = attempt + 1, tried_at = now(), last_status = ${status},
      last_error = ${error}, last_answer = ${answer},
      next_attempt_at = now() + make_interval(secs => ${seconds ?? null}::float8)
    WHERE ${isOf(job)}`.execute(trx)
}

interface NewMail {
  organization: string
  type: MailType
  address: string
  member: string | null
  /** Milliseconds since 1970; by default now. */
  at?: number
}

/** Enqueues a mail, whose text is written when it is sent, and drops one of the same type that still waits for the member. Then wake the workers. */
export async function addMail(
  trx: Database,
  { organization, type, address, member, at = Date.now() }: NewMail,
): Promise<void> {
  const id = newId()
  await trx
    .deleteFrom('message')
    .where((is) => is.and({ organization, member, type }))
    .execute()
  await sql`
    WITH made AS (
      INSERT INTO message (organization, id, type, address, member, happened_at, state, next_attempt_at)
      VALUES (${organization}, ${id}, ${type}, ${address}, ${member}, to_timestamp(${at}::float8 / 1000), 'pending', now())
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, 'deliver', ${id}, 'mail', now())`.execute(trx)
}
