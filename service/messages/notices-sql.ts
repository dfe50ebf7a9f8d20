import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob } from '../base/jobs/sql.ts'
import { mostDeliveries, testEvent } from '../base/outbox/happenings.ts'
import { type Answered, type FailedAttempt, type PendingMessage, recordAttempt } from './sql.ts'

/** Whom a message goes to: it is switched off if nobody receives. */
export interface Receiver {
  table: 'webhook' | 'alert'
  id: string
}

/**
 * Keeps others from making receivers of the organization until the transaction ends, so that they can be counted. Call it
 * first in the transaction.
 */
export async function lockReceivers(trx: Database, organization: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`receivers of ${organization}`}, 0))`.execute(trx)
}

/** The webhook or alert that a message goes to; undefined for a callback. */
export function receiverOf({
  webhook,
  alert,
}: Pick<PendingMessage, 'webhook' | 'alert'>): Receiver | undefined {
  if (webhook !== null) return { table: 'webhook', id: webhook }
  return alert === null ? undefined : { table: 'alert', id: alert }
}

/** Ends a message that a webhook or an alert's receiver took. One that has received its test is switched on again. */
export async function endNotice(
  db: Database,
  job: LeasedJob,
  receiver: Receiver,
  { type }: Pick<PendingMessage, 'type'>,
  received: Answered & { status: number },
): Promise<void> {
  await transact(db, async (trx) => {
    if (type === testEvent)
      await sql`
        UPDATE webhook SET state = 'on'
        WHERE organization = ${job.organization} AND id = ${receiver.id} AND state = 'off'`.execute(trx)
    await closeNotice(trx, job, receiver, { ...received, error: null, state: 'delivered' })
  })
}

/**
 * Gives up a message to a receiver. If `switchOff` says so, the receiver is switched off and its other pending messages
 * are deleted; with `unlessReceived` not if it has received another one since: then it only refuses this one. Returns
 * whether it was switched off.
 */
export async function giveUpNotice(
  db: Database,
  job: LeasedJob,
  receiver: Receiver,
  { happened_at }: Pick<PendingMessage, 'happened_at'>,
  failed: FailedAttempt & { switchOff: 'no' | 'unlessReceived' | 'yes' },
): Promise<boolean> {
  const { organization } = job
  const isTo = sql`organization = ${organization} AND ${sql.ref(receiver.table)} = ${receiver.id}`
  return transact(db, async (trx) => {
    const isAlive = sql`EXISTS (SELECT 1 FROM message WHERE ${isTo} AND ${isTaken} AND tried_at > ${happened_at})`
    const isDead = { no: sql`false`, unlessReceived: sql`NOT ${isAlive}`, yes: sql`true` }[failed.switchOff]
    // The receiver first: its lock makes two that give up at once take turns.
    const { numAffectedRows = 0n } = await sql`
      UPDATE ${sql.table(receiver.table)} SET state = 'off'
      WHERE organization = ${organization} AND id = ${receiver.id} AND state = 'on' AND ${isDead}`.execute(
      trx,
    )
    await closeNotice(trx, job, receiver, { ...failed, state: 'dead' })
    if (numAffectedRows > 0n)
      await sql`
        DELETE FROM message WHERE ${isTo} AND state IN ('pending', 'noted') AND type <> ${testEvent}`.execute(
        trx,
      )
    return numAffectedRows > 0n
  })
}

/** What shows that a receiver is alive. */
const isTaken = sql`(state = 'delivered' AND type <> ${sql.lit(testEvent)})`

interface Outcome extends Answered {
  status: number | null
  error: string | null
  state: 'delivered' | 'dead'
}

/**
 * Ends a message to a receiver. Nothing personal stays of it, and of each webhook only the last ones stay, and the last
 * that it took: see `giveUpNotice`. Those of alerts stay for some weeks (`deleteOldAlerts`), so that a visit is told once.
 */
async function closeNotice(trx: Database, job: LeasedJob, receiver: Receiver, outcome: Outcome) {
  await recordAttempt(trx, job, outcome, { state: outcome.state, body: null })
  await finishJob(trx, job)
  if (receiver.table === 'alert') return
  const triedOf = sql`organization = ${job.organization} AND webhook = ${receiver.id} AND tried_at IS NOT NULL`
  await sql`
    DELETE FROM message WHERE organization = ${job.organization} AND id IN (
      SELECT id FROM message WHERE ${triedOf} AND state <> 'pending'
      ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)
      AND id IS DISTINCT FROM (SELECT id FROM message WHERE ${triedOf} AND ${isTaken} ORDER BY tried_at DESC LIMIT 1)`.execute(
    trx,
  )
}

/** The last attempt to deliver a message to a receiver. */
export interface LastAttempt {
  receiver: string
  id: string
  type: string
  at: Date
  status: number | null
  error: string | null
  answer: string | null
}

/** The last attempts of each webhook, or of each alert, newest first. */
export async function readDeliveries(
  db: Database,
  organization: string,
  table: Receiver['table'],
): Promise<Map<string, LastAttempt[]>> {
  const { rows } = await sql<LastAttempt>`
    SELECT m.* FROM ${sql.table(table)} r CROSS JOIN LATERAL (
      SELECT r.id AS receiver, id, type, tried_at AS at, last_status AS status, last_error AS error,
        last_answer AS answer
      FROM message
      WHERE organization = r.organization AND ${sql.ref(table)} = r.id AND tried_at IS NOT NULL
      ORDER BY tried_at DESC LIMIT ${mostDeliveries}) AS m
    WHERE r.organization = ${organization} ORDER BY m.at DESC`.execute(db)
  return Map.groupBy(rows, ({ receiver }) => receiver)
}
