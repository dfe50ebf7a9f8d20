import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as idempotency from './migrations/0002-idempotency.ts'
import * as people from './migrations/0003-people.ts'
import * as deliveries from './migrations/0004-deliveries.ts'
import * as events from './migrations/0005-events.ts'
import * as arrivals from './migrations/0006-arrivals.ts'

/** In the order in which they run; they only move forward. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-idempotency': idempotency,
  '0003-people': people,
  '0004-deliveries': deliveries,
  '0005-events': events,
  '0006-arrivals': arrivals,
}

/** Brings the database to this version's tables. Of any number of processes that start together, one does the work. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
