import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '../../words/errors.ts'

/** The file in a data folder that one process at a time locks. */
export const lockFile = 'motif.lock'

export const forOthers = 0o077

/** Makes a data folder, where there is none, and makes it and all that is written from now on private to its user. */
export function openPrivateFolder(dataDir: string): void {
  // Windows has no modes: a folder inherits the permissions of its parent.
  const hasModes = process.platform !== 'win32'
  if (hasModes) process.umask(forOthers)
  try {
    mkdirSync(dataDir, { recursive: true })
    // A link to a folder is followed.
    const folder = realpathSync(dataDir)
    const { uid } = lstatSync(folder)
    const own = process.getuid?.() ?? uid
    // As PostgreSQL does, for root too: the folder's owner could not open files that another user creates in it.
    if (uid !== own)
      throw new UserError(
        `DATA_DIR: ${folder} belongs to the user ${uid}, and this is ${own}: run it as that user, or choose a folder of this user's own`,
      )
    chmodSync(folder, 0o700)
    if (hasModes && lstatSync(folder).mode & forOthers)
      throw new UserError(`DATA_DIR: ${folder} can be read by others, and its file system cannot change that`)
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(`DATA_DIR: ${(error as Error).message}`)
  }
}

/** Makes what is in a locked data folder private to its user: files that came from elsewhere, too. */
export function tightenBelow(dataDir: string): void {
  const locks = readdirSync(dataDir).filter((name) => name.startsWith(lockFile))
  for (const path of [...databasePaths(dataDir), ...locks.map((name) => join(dataDir, name))]) {
    const entry = lstatSync(path)
    if (!entry.isSymbolicLink() && entry.mode & forOthers)
      chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
  }
}

/** https://www.sqlite.org/rescode.html#busy. Extended codes have the kind in their lowest byte. */
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
    const { errcode = 0, message } = error as Error & { errcode?: number }
    throw new UserError(
      (errcode & 0xff) === sqliteBusy
        ? `DATA_DIR: ${dataDir} is in use by another Motif process; stop it, or choose another folder`
        : `DATA_DIR: ${dataDir} cannot be locked (${message}); choose a folder on a local disk`,
    )
  }
  return () => lock.close()
}

const unfinished = 'motif-first-start'

/** Whether a folder has a complete database. */
export function isSetUp(dataDir: string): boolean {
  return existsSync(join(dataDir, 'PG_VERSION')) && !existsSync(join(dataDir, unfinished))
}

/** Sets up the database of a folder; undefined where it has one. If a process ends half-way, the next one starts over. */
export async function firstStart<T>(dataDir: string, setUp: () => Promise<T>): Promise<T | undefined> {
  await mkdir(dataDir, { recursive: true })
  if (isSetUp(dataDir)) return undefined
  const mark = join(dataDir, unfinished)
  // The mark has to go last.
  if (existsSync(mark))
    for (const name of databaseEntries(dataDir)) await rm(join(dataDir, name), { recursive: true })
  await writeFile(mark, '')
  await syncToDisk(dataDir)
  const database = await setUp()
  await Promise.all(databasePaths(dataDir).map(syncToDisk))
  await rm(mark)
  await syncToDisk(dataDir)
  return database
}

/** Brings a file, or the names in a folder, to the disk: what was made or renamed is only there after a power cut once its folder is. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** What PostgreSQL calls its files and folders. https://www.postgresql.org/docs/current/storage-file-layout.html */
const ofPostgres = new Set([
  ...['PG_VERSION', 'base', 'current_logfiles', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_hba.conf'],
  ...['pg_ident.conf', 'pg_logical', 'pg_multixact', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
  ...['postgresql.auto.conf', 'postgresql.conf', 'postmaster.opts', 'postmaster.pid'],
])

/** The database's own names in a data folder, which may hold other things, such as the demo in `./data`. */
export function databaseEntries(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => ofPostgres.has(name))
}

/** The paths of the database's files and folders, with all that is in them. Links are not followed. */
function databasePaths(dataDir: string): string[] {
  return databaseEntries(dataDir).flatMap((name) => {
    const path = join(dataDir, name)
    if (!lstatSync(path).isDirectory()) return path
    return [path, ...readdirSync(path, { recursive: true }).map((below) => join(path, String(below)))]
  })
}

/** A segment of the write-ahead log: the largest piece that the embedded database takes at once. */
const leastBytes = 16 * 1024 * 1024

/** Whether the disk of a folder, which need not exist yet, has too little space left for the embedded database to write. */
export async function isDiskFull(folder: string): Promise<boolean> {
  let place = resolve(folder)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize < leastBytes
}
