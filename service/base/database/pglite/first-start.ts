import { existsSync } from 'node:fs'
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { databaseEntries, databasePaths } from './own-files.ts'

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

/** A segment of the write-ahead log: the largest piece that the embedded database takes at once. */
const leastBytes = 16 * 1024 * 1024

/** Whether the disk of a folder, which need not exist yet, has too little space left for the embedded database to write. */
export async function isDiskFull(folder: string): Promise<boolean> {
  let place = resolve(folder)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize < leastBytes
}
