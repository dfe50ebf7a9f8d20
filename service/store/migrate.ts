import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { createFoundation } from './migrations/0001-foundation.ts'
import { createIdempotencyTable } from './migrations/0002-idempotency.ts'
import { createPeopleTables } from './migrations/0003-people.ts'
import { createDeliveryTable } from './migrations/0004-deliveries.ts'
import { createEventTables } from './migrations/0005-events.ts'
import { createArrivalTable } from './migrations/0006-arrivals.ts'
import { addRoles } from './migrations/0007-roles.ts'
import { addBegunVisits } from './migrations/0014-begun-visits.ts'

/** In the order in which they run; they only move forward. */
const migrations: Record<string, Migration> = {
  '0001-foundation': { up: createFoundation },
  '0002-idempotency': { up: createIdempotencyTable },
  '0003-people': { up: createPeopleTables },
  '0004-deliveries': { up: createDeliveryTable },
  '0005-events': { up: createEventTables },
  '0006-arrivals': { up: createArrivalTable },
  '0007-roles': { up: addRoles },
  '0014-begun-visits': { up: addBegunVisits },
}

/** Brings the database to this version's tables. Of any number of processes that start together, one does the work. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
