import { chmodSync, lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../words/errors.ts'
import { lockFile } from './lock.ts'
import { databasePaths } from './own-files.ts'

const folderMode = 0o700
const fileMode = 0o600
/** The permissions of the group and of others. */
const forOthers = 0o077

/**
 * Creates a data folder where there is none, and makes it and all that this process writes from now on private to its
 * user. It does so before anything in it is read: afterwards nobody else can put anything there. Throws a UserError
 * where that is not possible.
 */
export function openPrivateFolder(dataDir: string): void {
  // Windows has no modes: a folder inherits the permissions of its parent.
  if (process.platform !== 'win32') process.umask(forOthers)
  try {
    mkdirSync(dataDir, { recursive: true, mode: folderMode })
    // A link to a folder is followed.
    const folder = realpathSync(dataDir)
    assertOwnFolder(folder)
    tighten(folder)
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(`DATA_DIR: ${(error as Error).message}`)
  }
}

/** As PostgreSQL does, for root too: the folder's owner could not open files that another user creates in it. */
function assertOwnFolder(folder: string): void {
  const { uid } = lstatSync(folder)
  const own = process.getuid?.()
  if (own === undefined || uid === own) return
  throw new UserError(
    `DATA_DIR: ${folder} belongs to the user ${uid}, and this is ${own}: run it as that user, or choose a folder of this user's own`,
  )
}

/** Makes the database in a data folder private to its user, and the lock. */
export function tightenBelow(dataDir: string): void {
  for (const path of [...databasePaths(dataDir), join(dataDir, lockFile)]) tighten(path)
}

function tighten(path: string): void {
  const before = lstatSync(path)
  if (process.platform === 'win32' || before.isSymbolicLink() || !isOpen(before)) return
  chmodSync(path, before.isDirectory() ? folderMode : fileMode)
  if (!isOpen(lstatSync(path))) return
  throw new UserError(`DATA_DIR: ${path} can be read by others, and its file system cannot change that`)
}

function isOpen({ mode }: Stats): boolean {
  return (mode & forOthers) !== 0
}
