import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL calls its files and folders. https://www.postgresql.org/docs/current/storage-file-layout.html */
const ofPostgres =
  /^(PG_VERSION|base|global|current_logfiles|pg_\w+(\.conf)?|postgresql(\.auto)?\.conf|postmaster\.(pid|opts))$/

/**
 * The names in a data folder that are the embedded database's own. A folder may hold other things, such as the demo
 * in `./data`: those are neither touched nor deleted.
 */
export function databaseEntries(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => ofPostgres.test(name))
}

/** The paths of the database's files and folders, with all that is in them. Links are not followed. */
export function databasePaths(dataDir: string): string[] {
  return databaseEntries(dataDir).flatMap((name) => {
    const path = join(dataDir, name)
    if (!lstatSync(path).isDirectory()) return path
    return [path, ...readdirSync(path, { recursive: true }).map((below) => join(path, String(below)))]
  })
}
