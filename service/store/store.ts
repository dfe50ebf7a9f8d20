import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { releaseAllRequests } from './idempotency.ts'
import { releaseAllLeases } from './jobs.ts'
import { migrate } from './migrate.ts'

/** Opens the database and brings it to this version's tables. */
export async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> {
  const store = await openDatabase(config)
  try {
    await migrate(store.db)
    if (store.kind === 'pglite') await releaseAll(store)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** What a process before held: of the embedded database there is never another. */
async function releaseAll({ db }: OpenDatabase): Promise<void> {
  await releaseAllLeases(db)
  await releaseAllRequests(db)
}
