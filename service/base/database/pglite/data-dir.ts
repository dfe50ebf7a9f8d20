import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '../../words/errors.ts'

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

/** A file that exists in a data folder while its database is being set up. */
const unfinished = 'motif-first-start'

/** Whether a folder has a complete database. */
export function isSetUp(dataDir: string): boolean {
  return existsSync(join(dataDir, 'PG_VERSION')) && !existsSync(join(dataDir, unfinished))
}

/**
 * Sets up the database of a folder; undefined where it has one. A process that ends half-way leaves the file
 * `unfinished`, and the next one starts over. The file is deleted once everything is on the disk.
 */
export async function firstStart<T>(dataDir: string, setUp: () => Promise<T>): Promise<T | undefined> {
  await mkdir(dataDir, { recursive: true })
  if (isSetUp(dataDir)) return undefined
  const mark = join(dataDir, unfinished)
  if (existsSync(mark)) await removeDatabase(dataDir)
  await writeFile(mark, '')
  await syncToDisk(dataDir)
  const database = await setUp()
  await Promise.all(databasePaths(dataDir).map(syncToDisk))
  await rm(mark)
  await syncToDisk(dataDir)
  return database
}

/** Deletes a database that is not whole. The mark has to go last. */
async function removeDatabase(dataDir: string): Promise<void> {
  for (const name of databaseEntries(dataDir)) await rm(join(dataDir, name), { recursive: true })
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

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
