import { sql } from 'kysely'
import type { Timestamp } from './columns.ts'
import type { Database } from './database.ts'

/** Which process does a task of maintenance, and when it was last done. */
export interface MaintenanceTable {
  task: string
  lease: string | null
  leased_until: Timestamp
  ended_at: Timestamp | null
}

declare module './schema.ts' {
  interface Schema {
    maintenance: MaintenanceTable
  }
}

/** How long a claim lasts without being renewed: what a killed process held is taken up again after that. */
export const maintenanceLeaseSeconds = 60

/**
 * Claims the maintenance for `lease`, where nobody has it and it was last done `everySeconds` ago or more. One statement
 * decides: no two processes have it.
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

/** Keeps the claim for another while. */
export async function renewMaintenance(db: Database, lease: string): Promise<void> {
  await sql`
    UPDATE maintenance SET leased_until = now() + make_interval(secs => ${maintenanceLeaseSeconds})
    WHERE lease = ${lease}`.execute(db)
}

/** Ends the claim; `done` says that the next one is due after its time only. */
export async function endMaintenance(db: Database, lease: string, done: boolean): Promise<void> {
  await sql`
    UPDATE maintenance SET lease = NULL, leased_until = now(),
      ended_at = CASE WHEN ${done}::boolean THEN now() ELSE ended_at END
    WHERE lease = ${lease}`.execute(db)
}

/** Ends a claim that a process before held. Only for a database that no other process can have open. */
export async function releaseMaintenance(db: Database): Promise<void> {
  await sql`UPDATE maintenance SET lease = NULL, leased_until = now() WHERE lease IS NOT NULL`.execute(db)
}
