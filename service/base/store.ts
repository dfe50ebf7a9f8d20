import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from './database/database.ts'
import { checkSchema, migrate } from './database/migrate.ts'
import { isDiskFull, isSetUp } from './database/pglite/data-dir.ts'
import { isUnavailable } from './database/unavailable.ts'
import { releaseAllClaims } from './jobs/sql.ts'
import { UserError } from './words/errors.ts'

/** What to do with a database of an older version: migrate it, or refuse it with a UserError. */
export type OlderDatabase = 'migrate' | 'refuse'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'env'>

/** Opens the database with this version's tables. Where there is none it makes one, or throws a UserError that says where it looked. */
export async function openStore(
  config: Place,
  older: OlderDatabase = 'migrate',
  makesDatabase = true,
): Promise<OpenDatabase> {
  const { databaseUrl = '', dataDir } = config
  if (!makesDatabase && !databaseUrl && !isSetUp(dataDir)) {
    const also = existsSync(dataDir) ? '' : ', and no such folder'
    throw noDatabase(config, `in ${resolve(dataDir)}${also}`)
  }
  const store = await openDatabase(config).catch(async (error) => {
    throw explainFolder(await explainOpening(error, config), config)
  })
  try {
    const { rows } = await sql`SELECT WHERE to_regclass('migration') IS NULL`.execute(store.db)
    const isEmpty = rows.length > 0
    if (isEmpty && !makesDatabase) throw noDatabase(config, `of Motif at ${withoutUser(databaseUrl)}`)
    if (isEmpty || older === 'migrate') await migrate({ ...store, ...store.longRunning })
    else await checkSchema(store)
    if (store.kind === 'pglite') await releaseAllClaims(store.db)
  } catch (error) {
    // It may be closed, too, because of what happened.
    await store.close().catch(() => {})
    throw await explainOpening(error, config)
  }
  return store
}

function noDatabase({ databaseUrl, dataDir, env }: Place, where: string): UserError {
  const said = env.DATA_DIR ? `is ${dataDir}` : `is not set, which means ${dataDir}`
  const read = databaseUrl ? 'DATABASE_URL is set' : `DATABASE_URL is not set, DATA_DIR ${said}`
  return new UserError(
    `there is no database ${where}; ${read} (in the environment, or in .env of this folder)`,
  )
}

const refusedStates = new Set(['28P01', '28000', '3D000'])
/** SQLSTATE of a role that may not do something. Since PostgreSQL 15 only the owner of a database may make tables in it. */
const notAllowed = '42501'

/** The error to report if a database could not be opened: a UserError if somebody can mend it. */
export async function explainOpening(error: unknown, { databaseUrl, dataDir }: Place): Promise<unknown> {
  if (error instanceof UserError) return error
  // What PGlite throws if the disk is full is no Error.
  if (!databaseUrl && dataDir !== 'memory' && (await isDiskFull(dataDir)))
    return new UserError(`DATA_DIR: no space left on the disk of ${resolve(dataDir)}`)
  if (!databaseUrl || !(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const why = `${withoutUser(databaseUrl)} (${reason(error)})`
  if (code === notAllowed)
    return new UserError(
      `DATABASE_URL: its role may not make tables and schemas at ${why}: let it own the database`,
    )
  if (!isUnavailable(error) && !refusedStates.has(code)) return error
  return new UserError(`DATABASE_URL: no database answers at ${why}`)
}

/** The error to report if PGlite could not open its files: whatever it says, it is about the folder. */
export function explainFolder(error: unknown, { databaseUrl, dataDir }: Place): unknown {
  if (error instanceof UserError || databaseUrl || dataDir === 'memory') return error
  return new UserError(
    `DATA_DIR: the database in ${resolve(dataDir)} cannot be opened (${reason(error)}): it is not whole, or of another version of PostgreSQL; put the whole folder back, or restore a backup into another one`,
  )
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
