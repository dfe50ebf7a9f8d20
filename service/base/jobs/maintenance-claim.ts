import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Timestamp } from '../database/sql.ts'
import { UserError } from '../words/errors.ts'

/** Which process does maintenance, and when it last ended. */
interface MaintenanceTable {
  task: string
  lease: string | null
  leased_until: Timestamp
  ended_at: Timestamp | null
}

declare module '../database/schema.ts' {
  interface Schema {
    maintenance: MaintenanceTable
  }
}

/** How long a claim lasts without being renewed: after that, another process takes over from one that was killed. */
export const maintenanceLeaseSeconds = 60

/**
 * Claims maintenance under `lease`, where it is not claimed and last ended at least `everySeconds` ago. It is one
 * statement, so no two processes succeed.
 */
export async function claimMaintenance(db: Database, lease: string, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO maintenance (task, lease, leased_until)
    VALUES ('all', ${lease}, now() + make_interval(secs => ${maintenanceLeaseSeconds}))
    ON CONFLICT (task) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
    WHERE maintenance.leased_until <= now()
      AND coalesce(maintenance.ended_at, '-infinity') <= now() - make_interval(secs => ${everySeconds})
    RETURNING task`.execute(db)
  return rows.length > 0
}

/** Renews the claim. */
export async function renewMaintenance(db: Database, lease: string): Promise<void> {
  await sql`
    UPDATE maintenance SET leased_until = now() + make_interval(secs => ${maintenanceLeaseSeconds})
    WHERE lease = ${lease}`.execute(db)
}

/** Throws unless this process still has its claim, which then lasts until the transaction ends, however long ago it was renewed. */
export type AssertMine = (trx: Database) => Promise<void>

/** Throws a UserError unless maintenance is claimed under `lease`: see `AssertMine`. */
export async function assertClaimed(trx: Database, lease: string): Promise<void> {
  const { rows } = await sql`SELECT FROM maintenance WHERE lease = ${lease} FOR SHARE`.execute(trx)
  if (rows.length === 0)
    throw new UserError('another process has taken the work over, as this one said nothing for a minute')
}

/**
 * Ends the claim.
 *
 * @param doneSecondsAgo for how long it counts as done: the longer, the sooner it is due again. Undefined: it is not done
 */
export async function endMaintenance(db: Database, lease: string, doneSecondsAgo?: number): Promise<void> {
  await sql`
    UPDATE maintenance SET lease = NULL, leased_until = now(),
      ended_at = coalesce(now() - make_interval(secs => ${doneSecondsAgo ?? null}::integer), ended_at)
    WHERE lease = ${lease}`.execute(db)
}

/** Ends the claim of an earlier process. Only for a database that no other process can have open. */
export async function releaseMaintenance(db: Database): Promise<void> {
  await sql`UPDATE maintenance SET lease = NULL, leased_until = now() WHERE lease IS NOT NULL`.execute(db)
}
