import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob } from '../base/jobs/sql.ts'
import { morningEvent, mostDeliveries, testEvent } from '../base/outbox/happenings.ts'
import { type Answered, type FailedAttempt, isOf, type PendingMessage, recordAttempt } from './sql.ts'

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

/** What a message has told of, beside itself. */
interface Telling {
  /** Ids of the gathered messages. They end with it, in the same transaction: none is left for the next morning. */
  held: string[]
}

/** Ends a message that a webhook or an alert's receiver took. One that has received its test is switched on again. */
export async function endNotice(
  db: Database,
  job: LeasedJob,
  receiver: Receiver,
  { type }: Pick<PendingMessage, 'type'>,
  received: Answered & Telling & { status: number },
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
  failed: FailedAttempt & Telling & { switchOff: 'no' | 'unlessReceived' | 'yes' },
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
        DELETE FROM message WHERE ${isTo} AND state IN ('pending', 'held') AND type <> ${testEvent}`.execute(
        trx,
      )
    return numAffectedRows > 0n
  })
}

/** What shows that a receiver is alive. */
const isTaken = sql`(state = 'delivered' AND type <> ${sql.lit(testEvent)})`

interface Outcome extends Answered, Telling {
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
  await endHeld(trx, job.organization, outcome.held, outcome.state)
  if (receiver.table === 'alert') return tellLate(trx, job)
  const triedOf = sql`organization = ${job.organization} AND webhook = ${receiver.id} AND tried_at IS NOT NULL`
  await sql`
    DELETE FROM message WHERE organization = ${job.organization} AND id IN (
      SELECT id FROM message WHERE ${triedOf} AND state <> 'pending'
      ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)
      AND id IS DISTINCT FROM (SELECT id FROM message WHERE ${triedOf} AND ${isTaken} ORDER BY tried_at DESC LIMIT 1)`.execute(
    trx,
  )
}

/**
 * Sends the message of a morning once more if something was gathered for it while it was being sent, and no later one will
 * tell that. Whoever gathers locks its row (see `alertMessagesSql`), so nothing is missed that is committed after this.
 */
async function tellLate(trx: Database, job: LeasedJob): Promise<void> {
  const isOfSame = sql`
    o.organization = m.organization AND o.alert = m.alert AND o.address = m.address`
  await sql`
    WITH again AS (
      UPDATE message m SET state = 'pending', attempt = 0
      WHERE ${isOf(job)} AND m.type = ${morningEvent}
        AND EXISTS (SELECT 1 FROM message o WHERE ${isOfSame} AND o.state = 'held')
        AND NOT EXISTS (SELECT 1 FROM message o WHERE ${isOfSame} AND o.state = 'pending' AND o.type = ${morningEvent})
      RETURNING m.organization, m.id, m.alert
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    SELECT again.organization, 'deliver', again.id, a.host, now()
    FROM again JOIN alert a ON a.organization = again.organization AND a.id = again.alert`.execute(trx)
}

/** Ends gathered messages that were told, or given up. */
export async function endHeld(
  db: Database,
  organization: string,
  ids: string[],
  state: 'delivered' | 'dead',
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    UPDATE message SET state = ${state} WHERE organization = ${organization} AND id = ANY (${ids}) AND state = 'held'`.execute(
    db,
  )
}
