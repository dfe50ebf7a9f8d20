import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { explainOpening } from './find-database.ts'
import { releaseAllLeases } from './jobs.ts'
import { releaseAllRequests } from './keyed-requests.ts'
import { releaseMaintenance } from './maintenance.ts'
import { checkSchema, isEmptyDatabase, migrate } from './migrate.ts'

/** What is done with a database of an older version: brought to this one, or left as it is, with a UserError. */
export type OlderDatabase = 'migrate' | 'refuse'

/** Opens the database with this version's tables; one without any gets them. */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  older: OlderDatabase = 'migrate',
): Promise<OpenDatabase> {
  const store = await openDatabase(config)
  try {
    if (older === 'migrate' || (await isEmptyDatabase(store))) await migrate({ ...store, ...store.patient })
    else await checkSchema(store)
    if (store.kind === 'pglite') await releaseAll(store)
  } catch (error) {
    await store.close()
    throw explainOpening(error, config)
  }
  return store
}

/** What a process before held: of the embedded database there is never another. */
async function releaseAll({ db }: OpenDatabase): Promise<void> {
  await releaseAllLeases(db)
  await releaseAllRequests(db)
  await releaseMaintenance(db)
}
