import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../model/errors.ts'

const folderMode = 0o700
const fileMode = 0o600
/** What a mode gives to the group and to others. */
const forOthers = 0o077

/**
 * Makes a data folder where there is none, and from now on all that this process writes, its user's alone. It does so
 * before anything in it is looked at: from then on nobody else can put anything there. Throws a UserError where that
 * cannot be.
 */
export function openPrivateFolder(dataDir: string): void {
  // Windows keeps no modes; a folder there has the rights of the one it is in.
  if (process.platform !== 'win32') process.umask(forOthers)
  try {
    mkdirSync(dataDir, { recursive: true, mode: folderMode })
    // A link to a folder is followed, as everywhere.
    const folder = realpathSync(dataDir)
    refuseAnothers(folder)
    tighten(folder)
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(`DATA_DIR: ${(error as Error).message}`)
  }
}

/** As PostgreSQL does, for root too: whose folder it is could not open what another user has made in it. */
function refuseAnothers(folder: string): void {
  const { uid } = lstatSync(folder)
  const own = process.getuid?.()
  if (own === undefined || uid === own) return
  throw new UserError(
    `DATA_DIR: ${folder} belongs to the user ${uid}, and this is ${own}: run it as that user, or name a folder of this one's`,
  )
}

/** Makes every file and folder below a data folder its user's alone. */
export function tightenBelow(dataDir: string): void {
  for (const { parentPath, name } of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    tighten(join(parentPath, name))
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
