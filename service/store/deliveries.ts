import { type Selectable, sql } from 'kysely'
import type { LeasedJob } from '../model/job.ts'
import type { Database } from './database.ts'
import { enqueueJob, finishJob, postponeJob } from './jobs.ts'
import type { DeliveryTable } from './schema.ts'

export type DeliveryRow = Selectable<DeliveryTable>

/** How an attempt failed: the status that was answered, or null, and a line that says what happened. */
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
      ...{ organization, content, url, body, state: 'pending', attempt: 0 },
      ...{
        last_status: null,
        last_error: null,
        next_attempt_at: sql<Date>`now()`,
        created_at: sql<Date>`now()`,
      },
    })
    .execute()
  await enqueueJob(trx, { organization, kind: 'deliver', subject: content })
}

/** The callback that a job is about; undefined where it is no longer to be delivered. */
export async function findDelivery(db: Database, job: LeasedJob): Promise<DeliveryRow | undefined> {
  return ownDelivery(db.selectFrom('delivery').selectAll(), job)
    .where('state', '=', 'pending')
    .executeTakeFirst()
}

/** Ends a callback that was delivered. */
export async function endDelivery(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await ownDelivery(trx.deleteFrom('delivery'), job).execute()
    await finishJob(trx, job)
  })
}

/** Notes a failed attempt and when the next one is due. */
export async function postponeDelivery(
  db: Database,
  job: LeasedJob,
  { status, error }: FailedAttempt,
  delaySeconds: number,
): Promise<void> {
  const next_attempt_at = sql<Date>`now() + make_interval(secs => ${delaySeconds})`
  await db.transaction().execute(async (trx) => {
    await ownDelivery(trx.updateTable('delivery'), job)
      .set({ attempt: sql`attempt + 1`, last_status: status, last_error: error, next_attempt_at })
      .execute()
    await postponeJob(trx, job, delaySeconds)
  })
}

/** Gives a callback up; it stays until somebody sends it again or its content record is deleted. */
export async function giveUpDelivery(
  db: Database,
  job: LeasedJob,
  { status, error }: FailedAttempt,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await ownDelivery(trx.updateTable('delivery'), job)
      .set({
        ...{ state: 'dead', attempt: sql`attempt + 1` },
        ...{ last_status: status, last_error: error, next_attempt_at: null },
      })
      .execute()
    await finishJob(trx, job)
  })
}

/** Every callback of every organization that is not delivered, without its body; the oldest first. */
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
 * Lets callbacks be sent now, with all attempts of the schedule before them again: those that are dead, or the one of
 * the content record `content` in whatever state. Gives how many. Afterwards, wake the workers.
 */
export async function retryDeliveries(db: Database, content?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const retried = await trx
      .updateTable('delivery')
      .set({ state: 'pending', attempt: 0, next_attempt_at: sql<Date>`now()` })
      .where((is) => (content === undefined ? is('state', '=', 'dead') : is('content', '=', content)))
      .returning(['organization', 'content'])
      .execute()
    for (const { organization, content: subject } of retried) {
      await enqueueJob(trx, { organization, kind: 'deliver', subject })
      await hurryJob(trx, organization, subject)
    }
    return retried.length
  })
}

/** Deletes a content record's callback, in the transaction that deletes the record. */
export async function deleteDeliveries(trx: Database, organization: string, content: string): Promise<void> {
  await trx
    .deleteFrom('delivery')
    .where('organization', '=', organization)
    .where('content', '=', content)
    .execute()
  await trx
    .deleteFrom('job')
    .where('organization', '=', organization)
    .where('kind', '=', 'deliver')
    .where('subject', '=', content)
    .execute()
}

/** A job that waits for its next attempt waits no longer; one that is under way stays as it is. */
async function hurryJob(trx: Database, organization: string, subject: string): Promise<void> {
  await trx
    .updateTable('job')
    .set({ run_at: sql<Date>`now()` })
    .where('organization', '=', organization)
    .where('kind', '=', 'deliver')
    .where('subject', '=', subject)
    .where('lease', 'is', null)
    .execute()
}

function ownDelivery<
  T extends { where(column: 'organization' | 'content', operator: '=', value: string): T },
>(query: T, job: LeasedJob): T {
  return query.where('organization', '=', job.organization).where('content', '=', job.subject)
}
