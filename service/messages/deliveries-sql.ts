import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import type { Schema } from '../base/database/schema.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { enqueueJob, finishJob, postponeJob } from '../base/jobs/sql.ts'

/** Callbacks that are not delivered yet. */
export interface DeliveryTable {
  organization: string
  /** Id of the content record: each has one callback. */
  content: string
  url: string
  /** JSON text, fixed when the record was completed. */
  body: string
  /** `dead`: given up, until it is retried by command. */
  state: 'pending' | 'dead'
  /** Attempts since it was last enqueued. */
  attempt: Defaulted<number>
  last_status: number | null
  last_error: string | null
  next_attempt_at: Timestamp | null
  created_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    delivery: DeliveryTable
  }
}

export type DeliveryRow = Selectable<DeliveryTable>

/** How an attempt failed: the status of the answer, or null, and a line that says what happened. */
export interface FailedAttempt {
  status: number | null
  error: string
}

/** Enqueues a callback, in the transaction that completes its content record. */
export async function addDelivery(
  trx: Database,
  organization: string,
  content: string,
  { url, body }: { url: string; body: string },
): Promise<void> {
  await trx
    .insertInto('delivery')
    .values({
      organization,
      content,
      url,
      body,
      state: 'pending',
      attempt: 0,
      next_attempt_at: sql<Date>`now()`,
      created_at: sql<Date>`now()`,
    })
    .execute()
  await enqueueJob(trx, { organization, kind: 'deliver', subject: content, host: new URL(url).host })
}

/** The callback of a job; undefined where it is no longer to be delivered. */
export async function findDelivery(db: Database, job: LeasedJob): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where((is) => is.and(keyOf(job)))
    .where('state', '=', 'pending')
    .executeTakeFirst()
}

/** Deletes a callback that was delivered, and ends its job. */
export async function endDelivery(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('delivery')
      .where((is) => is.and(keyOf(job)))
      .execute()
    await finishJob(trx, job)
  })
}

/** Records a failed attempt and when the next one is due. */
export async function postponeDelivery(
  db: Database,
  job: LeasedJob,
  failed: FailedAttempt,
  delaySeconds: number,
): Promise<void> {
  const next_attempt_at = sql<Date>`now() + make_interval(secs => ${delaySeconds})`
  await db.transaction().execute(async (trx) => {
    await recordFailure(trx, job, failed, { next_attempt_at })
    await postponeJob(trx, job, delaySeconds)
  })
}

/** Gives a callback up. It stays until it is retried by command, or its content record is deleted. */
export async function giveUpDelivery(db: Database, job: LeasedJob, failed: FailedAttempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordFailure(trx, job, failed, { state: 'dead', next_attempt_at: null })
    await finishJob(trx, job)
  })
}

async function recordFailure(
  trx: Database,
  job: LeasedJob,
  { status, error }: FailedAttempt,
  next: UpdateObject<Schema, 'delivery'>,
): Promise<void> {
  await trx
    .updateTable('delivery')
    .where((is) => is.and(keyOf(job)))
    .set({ ...next, attempt: sql`attempt + 1`, last_status: status, last_error: error })
    .execute()
}

/** The undelivered callbacks of all organizations, without their bodies; oldest first. */
export async function listDeliveries(db: Database): Promise<Omit<DeliveryRow, 'body'>[]> {
  return db
    .selectFrom('delivery')
    .select(['organization', 'content', 'url', 'state', 'attempt', 'last_status', 'last_error'])
    .select(['next_attempt_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('content')
    .execute()
}

/**
 * Makes callbacks due now, with all attempts of the schedule before them again: the dead ones, or the one of the
 * content record `content` in any state. Returns how many. A job that is under way is left alone. Afterwards, wake the
 * workers.
 */
export async function retryDeliveries(db: Database, content?: string): Promise<number> {
  const which = content === undefined ? sql`state = 'dead'` : sql`content = ${content}`
  const { rows } = await sql<{ count: number }>`
    WITH retried AS (
      UPDATE delivery SET state = 'pending', attempt = 0, next_attempt_at = now() WHERE ${which}
      RETURNING organization, content, url
    ), jobs AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT organization, 'deliver', content, split_part(url, '/', 3), now() FROM retried
      ON CONFLICT (organization, kind, subject) DO UPDATE SET run_at = now() WHERE job.lease IS NULL
    )
    SELECT count(*) AS count FROM retried`.execute(db)
  return rows[0]?.count ?? 0
}

function keyOf({ organization, subject }: LeasedJob) {
  return { organization, content: subject }
}
