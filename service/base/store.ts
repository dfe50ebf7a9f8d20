import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from './database/database.ts'
import { explainFolder, explainOpening } from './database/find-database.ts'
import { checkSchema, isEmptyDatabase, migrate } from './database/migrate.ts'
import { releaseAllRequests } from './http/keyed-requests.ts'
import { releaseMaintenance } from './jobs/maintenance-claim.ts'
import { releaseAllLeases } from './jobs/sql.ts'

/** What to do with a database of an older version: migrate it, or refuse it with a UserError. */
export type OlderDatabase = 'migrate' | 'refuse'

/** Opens the database with this version's tables. An empty one gets them in any case. */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  older: OlderDatabase = 'migrate',
): Promise<OpenDatabase> {
  const store = await openDatabase(config).catch(async (error) => {
    throw explainFolder(await explainOpening(error, config), config)
  })
  try {
    if (older === 'migrate' || (await isEmptyDatabase(store)))
      await migrate({ ...store, ...store.longRunning })
    else await checkSchema(store)
    if (store.kind === 'pglite') {
      // Claims of an earlier process: nothing else can have the embedded database open.
      await releaseAllLeases(store.db)
      await releaseAllRequests(store.db)
      await releaseMaintenance(store.db)
    }
  } catch (error) {
    // It may be closed, too, because of what happened.
    await store.close().catch(() => {})
    throw await explainOpening(error, config)
  }
  return store
}
