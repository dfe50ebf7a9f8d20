import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { type HappeningType, type MailType, type morningEvent, testEvent } from '../base/outbox/happenings.ts'

/** What is sent to other programs: messages that are pending, and the last ones that have ended. */
export interface MessageTable {
  organization: string
  /** A callback has its record's id; others are derived from the webhook and what happened. */
  id: string
  /** The webhook that it goes to; null for the callback of a record, and for an alert. */
  webhook: string | null
  /** The alert that it belongs to, and to which of its addresses it goes: '' if the alert goes by no mail. */
  alert: Defaulted<string | null>
  address: Defaulted<string | null>
  /** Of a mail to a member: whose it is. */
  member: Defaulted<string | null>
  /** See `Happening`. */
  detail: Defaulted<string | null>
  /** Where a callback goes; null for a webhook or an alert, which have an address of their own. */
  url: string | null
  type: HappeningType | MailType | typeof testEvent | typeof morningEvent
  /** Id of its content record. */
  content: string | null
  visit: string | null
  /** Id of its campaign. */
  campaign: string | null
  happened_at: Timestamp
  /** JSON text: of a callback from the beginning, of others from the first attempt to the end. */
  body: string | null
  /** `noted`: told by the message of the morning. `dead`: given up. A callback stays so until it is retried by command. */
  state: 'pending' | 'noted' | 'delivered' | 'dead'
  /** Attempts since it was last enqueued. */
  attempt: Defaulted<number>
  /** When it was last tried, and when it is tried next, or for which morning it is noted. */
  tried_at: Timestamp | null
  next_attempt_at: Timestamp | null
  last_status: number | null
  last_error: string | null
  /** See `Answered`. */
  last_answer: string | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    message: MessageTable
  }
}

/** A message that is to be sent. */
export type PendingMessage = Omit<Selectable<MessageTable>, 'url' | 'body'> & {
  /** '' if it goes by mail. */
  url: string
  /** The webhook's; null for a callback, which the organization's own secret signs. */
  secret: string | null
}

/** The same with its body, if that is there and is not large; of a large one the size is known, and it is read later. */
export type FoundMessage = PendingMessage & { body: string | null; isLarge: boolean }

/** What the receiver answered: how the body begins, as one line of plain text. Null if there is none. */
export interface Answered {
  answer: string | null
}

/** How an attempt failed: the status of the answer, or null, and a line that says what happened. */
export interface FailedAttempt extends Answered {
  status: number | null
  error: string
}

/** A body of more bytes is large: only some of these are in memory at once. */
const largeBytes = 64 * 1024

/** The message of a job; undefined if it is no longer to be sent. The body of one that tells of a record has its content. */
export async function findMessage(db: Database, job: LeasedJob): Promise<FoundMessage | undefined> {
  const { rows } = await sql<FoundMessage>`
    SELECT m.organization, m.id, m.webhook, m.alert, m.address, m.member, m.detail, m.type, m.content, m.visit, m.campaign,
      m.happened_at, m.state, m.attempt, m.tried_at, m.next_attempt_at, m.last_status, m.last_error, m.last_answer,
      coalesce(w.url, a.url, m.url, '') AS url, w.secret,
      CASE WHEN octet_length(m.body) <= ${largeBytes} THEN m.body END AS body,
      coalesce(octet_length(m.body), octet_length(c.content), 0) > ${largeBytes} AS "isLarge"
    FROM message m
    LEFT JOIN content c ON m.type = 'content.completed' AND c.organization = m.organization AND c.id = m.content
    LEFT JOIN webhook w ON w.organization = m.organization AND w.id = m.webhook
    LEFT JOIN alert a ON a.organization = m.organization AND a.id = m.alert
    WHERE ${isOf(job)} AND m.state = 'pending' AND (m.alert IS NULL OR a.state = 'on')
      AND (m.webhook IS NULL OR w.state = 'on' OR (w.id IS NOT NULL AND m.type = ${testEvent}))`.execute(db)
  return rows[0]
}

/** The stored body of a message; null if there is none yet. */
export async function readKeptBody(db: Database, job: LeasedJob): Promise<string | null> {
  const { rows } = await sql<{ body: string | null }>`
    SELECT m.body FROM message m WHERE ${isOf(job)} AND m.state = 'pending'`.execute(db)
  return rows[0]?.body ?? null
}

/** Stores the body, so that it is the same at every attempt. False: the message is gone. */
export async function keepBody(db: Database, job: LeasedJob, body: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE message m SET body = ${body} WHERE ${isOf(job)} AND m.state = 'pending'`.execute(db)
  return numAffectedRows > 0n
}

/** Deletes a message that is not to be sent, or a callback that was received, and ends its job. */
export async function dropMessage(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The message first and its job second, as a delete locks them. But the job would go with the message.
    await sql`SELECT 1 FROM message m WHERE ${isOf(job)} FOR UPDATE`.execute(trx)
    await finishJob(trx, job)
    await sql`DELETE FROM message m WHERE ${isOf(job)} AND m.state = 'pending'`.execute(trx)
  })
}

/** Records a failed attempt and when the next one is due. */
export async function postponeMessage(
  db: Database,
  job: LeasedJob,
  failed: FailedAttempt,
  delaySeconds: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordAttempt(trx, job, failed, {
      next: sql`now() + make_interval(secs => ${delaySeconds})`,
    })
    await postponeJob(trx, job, delaySeconds)
  })
}

/** Gives a callback up. It stays, with its body, until it is retried by command, or its record is deleted. */
export async function giveUpCallback(db: Database, job: LeasedJob, failed: FailedAttempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordAttempt(trx, job, failed, { state: 'dead' })
    await finishJob(trx, job)
  })
}

/** Records an attempt. The body stays unless it is given as null, and there is no next attempt unless it is given. */
export async function recordAttempt(
  trx: Database,
  job: LeasedJob,
  { status, error, answer }: Answered & { status: number | null; error: string | null },
  { state = 'pending', body, next }: { state?: MessageTable['state']; body?: null; next?: RawBuilder<Date> },
): Promise<void> {
  await sql`
    UPDATE message m SET state = ${state}, attempt = attempt + 1, tried_at = now(), last_status = ${status},
      last_error = ${error}, last_answer = ${answer}, next_attempt_at = ${next ?? sql`NULL`},
      body = ${body === null ? sql`NULL` : sql`body`}
    WHERE ${isOf(job)}`.execute(trx)
}

/** Matches the row `m` of the message of a job. */
export function isOf({ organization, subject }: LeasedJob): RawBuilder<unknown> {
  return sql`m.organization = ${organization} AND m.id = ${subject}`
}
