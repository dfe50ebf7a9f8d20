import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '../../words/errors.ts'

/** The file in a data folder that one process at a time locks. */
export const lockFile = 'motif.lock'

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5

/**
 * Locks a private data folder for this process, until the returned function is called; a second process gets a
 * UserError. PGlite takes no lock of its own, and two processes on one folder lose rows.
 *
 * SQLite locks the file by `fcntl`, for which Node.js has no API. The kernel keeps such a lock with the file: it works
 * across containers and namespaces, only who can open the file can take it, and it is released however the process
 * ends. **Closing any other handle of this file in this process releases it as well** (POSIX): nothing else may open
 * it.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, lockFile))
  try {
    // Nothing is ever written, so it needs no journal file.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new UserError(reasonFor(dataDir, error as Error & { errcode?: number }))
  }
  return () => lock.close()
}

function reasonFor(dataDir: string, { errcode = 0, message }: Error & { errcode?: number }): string {
  // Extended codes have the kind in their lowest byte.
  if ((errcode & 0xff) === sqliteBusy)
    return `DATA_DIR: ${dataDir} is in use by another Motif process; stop it, or choose another folder`
  return `DATA_DIR: ${dataDir} cannot be locked (${message}); choose a folder on a local disk`
}
