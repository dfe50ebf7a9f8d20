import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { hasTable, type OpenDatabase, openDatabase } from './database/database.ts'
import { checkSchema, isEmptyDatabase, migrate } from './database/migrate.ts'
import { isDiskFull, isSetUp } from './database/pglite/data-dir.ts'
import { isUnavailable } from './database/unavailable.ts'
import { releaseAllRequests } from './http/keyed-requests.ts'
import { releaseMaintenance } from './jobs/maintenance-claim.ts'
import { releaseAllLeases } from './jobs/sql.ts'
import { UserError } from './words/errors.ts'

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

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'env'>

/** Throws a UserError where there is no database of Motif yet, with where it looked and why. Creates nothing. */
export async function assertDatabase(config: Place): Promise<void> {
  const problem = config.databaseUrl ? await problemOfServer(config) : problemOfFolder(config.dataDir)
  if (problem) throw new UserError(`${problem}; ${readFrom(config)}`)
}

/** SQLSTATEs of a wrong password, a missing role and a missing database. */
const refusedStates = new Set(['28P01', '28000', '3D000'])
/** SQLSTATE of a role that may not do something. Since PostgreSQL 15 only the owner of a database may make tables in it. */
const notAllowed = '42501'

/**
 * The error to report if a database could not be opened: a UserError if PostgreSQL cannot be reached or does not let the role
 * make tables, or the disk of the embedded one is full.
 */
export async function explainOpening(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (error instanceof UserError) return error
  // What PGlite throws then is no Error.
  if (!databaseUrl) {
    if (dataDir === 'memory' || !(await isDiskFull(dataDir))) return error
    return new UserError(`DATA_DIR: no space left on the disk of ${resolve(dataDir)}`)
  }
  if (!(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const why = `${withoutUser(databaseUrl)} (${reason(error)})`
  if (code === notAllowed)
    return new UserError(`DATABASE_URL: its role may not make tables at ${why}: let it own the database`)
  if (!isUnavailable(error) && !refusedStates.has(code)) return error
  return new UserError(`DATABASE_URL: no database answers at ${why}`)
}

/** The error to report if PGlite could not open its files: whatever it says, it is about the folder. */
export function explainFolder(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>,
): unknown {
  if (error instanceof UserError || databaseUrl || dataDir === 'memory') return error
  return new UserError(
    `DATA_DIR: the database in ${resolve(dataDir)} cannot be opened (${reason(error)}): it is not whole, or of another version of PostgreSQL; put the whole folder back, or restore a backup into another one`,
  )
}

function problemOfFolder(dataDir: string): string | undefined {
  const folder = resolve(dataDir)
  if (isSetUp(folder)) return undefined
  return `there is no database in ${folder}${existsSync(folder) ? '' : ', and no such folder'}`
}

async function problemOfServer(config: Place): Promise<string | undefined> {
  const where = withoutUser(config.databaseUrl ?? '')
  const { db, close } = await openDatabase(config)
  try {
    return (await hasTable(db, 'credential')) ? undefined : `there is no database of Motif at ${where}`
  } catch (error) {
    return `no database answers at ${where} (${reason(error)})`
  } finally {
    await close()
  }
}

/** An error's message. `localhost` is tried by each of its addresses, whose joint error has no message itself. */
function reason(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : String(first)
}

function withoutUser(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

function readFrom({ env, databaseUrl, dataDir }: Place): string {
  const said = databaseUrl
    ? 'DATABASE_URL is set'
    : `DATABASE_URL is not set, DATA_DIR ${env.DATA_DIR ? `is ${dataDir}` : `is not set, which means ${dataDir}`}`
  return `${said} (in the environment, or in .env of this folder)`
}
