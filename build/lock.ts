import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The file in `dist/` that a build locks. */
export const lockFile = 'build.lock'

/** How long to wait for another build, which takes seconds: after that it hangs. */
const patienceMs = 600_000

/**
 * Waits until no other build of this checkout runs. Other builds wait until the lock is disposed of. Node.js has no file locks, but
 * SQLite does, and the system releases them however the process ends.
 */
export function lockBuild(dist: string): Disposable {
  mkdirSync(dist, { recursive: true })
  const database = new DatabaseSync(join(dist, lockFile), { timeout: patienceMs })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}
