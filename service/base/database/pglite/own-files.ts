import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL calls its files and folders. https://www.postgresql.org/docs/current/storage-file-layout.html */
const ofPostgres = new Set([
  ...['PG_VERSION', 'base', 'current_logfiles', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_hba.conf'],
  ...['pg_ident.conf', 'pg_logical', 'pg_multixact', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
  ...['postgresql.auto.conf', 'postgresql.conf', 'postmaster.opts', 'postmaster.pid'],
])

/**
 * The names in a data folder that are the embedded database's own. A folder may hold other things, such as the demo
 * in `./data`: those are neither touched nor deleted.
 */
export function databaseEntries(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => ofPostgres.has(name))
}

/** The paths of the database's files and folders, with all that is in them. Links are not followed. */
export function databasePaths(dataDir: string): string[] {
  return databaseEntries(dataDir).flatMap((name) => {
    const path = join(dataDir, name)
    if (!lstatSync(path).isDirectory()) return path
    return [path, ...readdirSync(path, { recursive: true }).map((below) => join(path, String(below)))]
  })
}
