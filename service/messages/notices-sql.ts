import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { newId } from '../base/words/ids.ts'
import type { FailedAttempt } from './deliveries-sql.ts'
import { mostDeliveries, testEvent, type WebhookEvent } from './webhook.ts'

/** Notices for webhooks: the pending ones, and the last that have ended. */
export interface NoticeTable {
  organization: string
  /** Derived from the webhook and what happened. */
  id: string
  webhook: string
  type: WebhookEvent | typeof testEvent
  /** Id of its content record. */
  content: string | null
  visit: string | null
  /** Id of its campaign. */
  campaign: string | null
  happened_at: Timestamp
  /** JSON text, fixed at the first attempt; null before it, and once it has ended. */
  body: string | null
  state: 'pending' | 'delivered' | 'dead'
  attempt: Defaulted<number>
  /** When it was last tried. */
  tried_at: Timestamp | null
  last_status: number | null
  last_error: string | null
}

declare module '../base/database/schema.ts' {
  interface Schema {
    notice: NoticeTable
  }
}

/** A notice, and where it is sent. */
export type PendingNotice = Selectable<NoticeTable> & { url: string; secret: string }

/** Enqueues a test of a webhook; returns the notice's id, undefined without such a webhook. Then wake the workers. */
export async function addTest(
  db: Database,
  organization: string,
  webhook: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH noted AS (
      INSERT INTO notice (organization, id, webhook, type, happened_at, state)
      SELECT organization, ${newId()}, id, ${testEvent}, now(), 'pending' FROM webhook
      WHERE organization = ${organization} AND id = ${webhook} RETURNING organization, id
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT noted.organization, 'notify', noted.id, w.host, now() FROM noted
      JOIN webhook w ON w.organization = noted.organization AND w.id = ${webhook}
    )
    SELECT id FROM noted`.execute(db)
  return rows[0]?.id
}

/** The notice of a job; undefined where it is no longer to be sent. */
export async function findNotice(db: Database, job: LeasedJob): Promise<PendingNotice | undefined> {
  const { rows } = await sql<PendingNotice>`
    SELECT n.*, w.url, w.secret FROM notice n
    JOIN webhook w ON w.organization = n.organization AND w.id = n.webhook
    WHERE ${isOf(job)} AND n.state = 'pending' AND (w.state = 'on' OR n.type = ${testEvent})`.execute(db)
  return rows[0]
}

/** Stores the body, so that it is the same at every attempt. False: the notice is gone. */
export async function keepBody(db: Database, job: LeasedJob, body: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE notice n SET body = ${body} WHERE ${isOf(job)} AND n.state = 'pending'`.execute(db)
  return numAffectedRows > 0n
}

/** Deletes a notice that is not to be sent, and ends its job. */
export async function dropNotice(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`DELETE FROM notice n WHERE ${isOf(job)} AND n.state = 'pending'`.execute(trx)
    await finishJob(trx, job)
  })
}

/** Ends a delivered notice. A webhook that has received its test is switched on again. */
export async function endNotice(
  db: Database,
  job: LeasedJob,
  { webhook, type }: PendingNotice,
  status: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (type === testEvent)
      await sql`
        UPDATE webhook SET state = 'on'
        WHERE organization = ${job.organization} AND id = ${webhook} AND state = 'off'`.execute(trx)
    await close(trx, job, webhook, { status, error: null, state: 'delivered' })
  })
}

/** Records a failed attempt and when the next one is due. */
export async function postponeNotice(
  db: Database,
  job: LeasedJob,
  { status, error }: FailedAttempt,
  delaySeconds: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      UPDATE notice n SET attempt = attempt + 1, tried_at = now(), last_status = ${status}, last_error = ${error}
      WHERE ${isOf(job)}`.execute(trx)
    await postponeJob(trx, job, delaySeconds)
  })
}

/**
 * Gives a notice up. Where `switchOff` says so, its webhook is switched off and its other pending notices are deleted;
 * with `unlessReceived` not where it has received another one since: then it only refuses this one. Returns whether it
 * was switched off.
 */
export async function giveUpNotice(
  db: Database,
  job: LeasedJob,
  { webhook, happened_at }: Pick<PendingNotice, 'webhook' | 'happened_at'>,
  failed: FailedAttempt & { switchOff: 'no' | 'unlessReceived' | 'yes' },
): Promise<boolean> {
  const { organization } = job
  return db.transaction().execute(async (trx) => {
    const isAlive = sql`EXISTS (SELECT 1 FROM notice WHERE organization = ${organization} AND webhook = ${webhook}
      AND state = 'delivered' AND type <> ${testEvent} AND tried_at > ${happened_at})`
    const isDead = { no: sql`false`, unlessReceived: sql`NOT ${isAlive}`, yes: sql`true` }[failed.switchOff]
    // The webhook first: its lock makes two that give up at once take turns.
    const { numAffectedRows = 0n } = await sql`
      UPDATE webhook SET state = 'off'
      WHERE organization = ${organization} AND id = ${webhook} AND state = 'on' AND ${isDead}`.execute(trx)
    await close(trx, job, webhook, { ...failed, state: 'dead' })
    if (numAffectedRows > 0n) await deletePending(trx, organization, sql`webhook = ${webhook}`)
    return numAffectedRows > 0n
  })
}

interface Outcome {
  status: number | null
  error: string | null
  state: 'delivered' | 'dead'
}

/** Ends a notice. Nothing personal stays of it, and of each webhook only the last ones stay. */
async function close(trx: Database, job: LeasedJob, webhook: string, { status, error, state }: Outcome) {
  await sql`
    UPDATE notice n SET state = ${state}, attempt = attempt + 1, tried_at = now(), last_status = ${status},
      last_error = ${error}, body = NULL WHERE ${isOf(job)}`.execute(trx)
  await finishJob(trx, job)
  await sql`
    DELETE FROM notice WHERE organization = ${job.organization} AND id IN (
      SELECT id FROM notice WHERE organization = ${job.organization} AND webhook = ${webhook} AND state <> 'pending'
      ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)`.execute(trx)
}

/** Deletes pending notices and their jobs. */
async function deletePending(trx: Database, organization: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM notice WHERE organization = ${organization} AND state = 'pending' AND type <> ${testEvent} AND ${which}
      RETURNING organization, id)
    DELETE FROM job USING gone
    WHERE job.organization = gone.organization AND job.kind = 'notify' AND job.subject = gone.id`.execute(trx)
}

/** Deletes all notices of these content records, and their jobs; returns how many. */
export async function deleteNoticesOf(
  trx: Database,
  organization: string,
  contents: string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM notice WHERE organization = ${organization} AND content = ANY (${contents}) RETURNING organization, id
    ), jobs AS (
      DELETE FROM job USING gone
      WHERE job.organization = gone.organization AND job.kind = 'notify' AND job.subject = gone.id
    )
    SELECT count(*) AS count FROM gone`.execute(trx)
  return rows[0]?.count ?? 0
}

function isOf({ organization, subject }: LeasedJob): RawBuilder<unknown> {
  return sql`n.organization = ${organization} AND n.id = ${subject}`
}
