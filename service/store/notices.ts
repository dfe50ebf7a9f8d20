import { type RawBuilder, type Selectable, sql } from 'kysely'
import { newId } from '../model/ids.ts'
import type { LeasedJob } from '../model/job.ts'
import { mostDeliveries, testEvent, type WebhookEvent } from '../model/webhook.ts'
import type { Defaulted, Timestamp } from './columns.ts'
import type { Database } from './database.ts'
import type { FailedAttempt } from './deliveries.ts'
import { finishJob, postponeJob } from './jobs.ts'

/** What a webhook is told: what waits, and the latest that has ended. */
export interface NoticeTable {
  organization: string
  /** Made of the webhook and what happened. */
  id: string
  webhook: string
  type: WebhookEvent | typeof testEvent
  /** Id of the content record that it is about. */
  content: string | null
  visit: string | null
  /** Id of the campaign that it is about. */
  campaign: string | null
  happened_at: Timestamp
  /** JSON text, fixed at the first attempt; null before it, and once it has ended. */
  body: string | null
  state: 'pending' | 'delivered' | 'dead'
  attempt: Defaulted<number>
  /** When it was tried last. */
  tried_at: Timestamp | null
  last_status: number | null
  last_error: string | null
}

declare module './schema.ts' {
  interface Schema {
    notice: NoticeTable
  }
}

/** What a webhook is to be told, and where. */
export type PendingNotice = Selectable<NoticeTable> & { url: string; secret: string }

/** Enqueues a test of a webhook, and gives its id; undefined where there is none. After the commit, wake the workers. */
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

/** The notice of a job; undefined where nobody is to be told any more. */
export async function findNotice(db: Database, job: LeasedJob): Promise<PendingNotice | undefined> {
  const { rows } = await sql<PendingNotice>`
    SELECT n.*, w.url, w.secret FROM notice n
    JOIN webhook w ON w.organization = n.organization AND w.id = n.webhook
    WHERE ${isOf(job)} AND n.state = 'pending' AND (w.state = 'on' OR n.type = ${testEvent})`.execute(db)
  return rows[0]
}

/** Keeps the body, so that it is the same at every attempt. False: the notice is gone. */
export async function keepBody(db: Database, job: LeasedJob, body: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE notice n SET body = ${body} WHERE ${isOf(job)} AND n.state = 'pending'`.execute(db)
  return numAffectedRows > 0n
}

/** Ends a notice of which nobody is to be told. */
export async function dropNotice(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`DELETE FROM notice n WHERE ${isOf(job)} AND n.state = 'pending'`.execute(trx)
    await finishJob(trx, job)
  })
}

/** Ends a notice that was received. A webhook that received its test is on again. */
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
    await settle(trx, job, webhook, { status, error: null, state: 'delivered' })
  })
}

/** Notes a failed attempt and when the next one is due. */
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
 * Gives a notice up. Where `switchOff` says so its webhook goes off with it, and whatever else it was to be told; but
 * not where it received something since: then it is not dead, it only refuses this. Tells whether it went off.
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
    // The webhook first: so two that give up at once take turns.
    const { numAffectedRows = 0n } = await sql`
      UPDATE webhook SET state = 'off'
      WHERE organization = ${organization} AND id = ${webhook} AND state = 'on' AND ${isDead}`.execute(trx)
    await settle(trx, job, webhook, { ...failed, state: 'dead' })
    if (numAffectedRows > 0n) await forgetPending(trx, organization, sql`webhook = ${webhook}`)
    return numAffectedRows > 0n
  })
}

interface Settled {
  status: number | null
  error: string | null
  state: 'delivered' | 'dead'
}

/** Nothing personal stays of what has ended, and of each webhook only the latest. */
async function settle(trx: Database, job: LeasedJob, webhook: string, { status, error, state }: Settled) {
  await sql`
    UPDATE notice n SET state = ${state}, attempt = attempt + 1, tried_at = now(), last_status = ${status},
      last_error = ${error}, body = NULL WHERE ${isOf(job)}`.execute(trx)
  await finishJob(trx, job)
  await sql`
    DELETE FROM notice WHERE organization = ${job.organization} AND id IN (
      SELECT id FROM notice WHERE organization = ${job.organization} AND webhook = ${webhook} AND state <> 'pending'
      ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)`.execute(trx)
}

/** Deletes what was to be told, and its jobs. */
async function forgetPending(trx: Database, organization: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM notice WHERE organization = ${organization} AND state = 'pending' AND type <> ${testEvent} AND ${which}
      RETURNING organization, id)
    DELETE FROM job USING gone
    WHERE job.organization = gone.organization AND job.kind = 'notify' AND job.subject = gone.id`.execute(trx)
}

/** Deletes all that is of these content records, waiting or told, with its jobs; gives how much it was. */
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
