import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The file in `dist/` that one build at a time locks. */
export const lockFile = 'build.lock'

/** A build takes seconds; one that takes so long hangs. */
const patienceMs = 600_000

/**
 * Waits until no other build of this checkout runs, and keeps others waiting until it is disposed of. Node.js has no
 * locks on files but those of SQLite, which the system releases however the process ends.
 */
export function lockBuild(dist: string): Disposable {
  mkdirSync(dist, { recursive: true })
  const database = new DatabaseSync(join(dist, lockFile), { timeout: patienceMs })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}
