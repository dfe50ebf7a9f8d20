import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from './lock.ts'

/** Stands in a data folder for as long as its database is being set up. */
const unfinished = 'motif-first-start'

/** Whether a folder has a whole database. */
export function isSetUp(dataDir: string): boolean {
  return existsSync(join(dataDir, 'PG_VERSION')) && !existsSync(join(dataDir, unfinished))
}

/**
 * Sets up the database of a folder that has none yet; gives undefined where there is one. A process that ends on the
 * way leaves a mark, and the next one begins anew; once the mark is gone, all of it is on the disk.
 */
export async function firstStart<T>(dataDir: string, setUp: () => Promise<T>): Promise<T | undefined> {
  await mkdir(dataDir, { recursive: true })
  if (isSetUp(dataDir)) return undefined
  const mark = join(dataDir, unfinished)
  if (existsSync(mark)) await empty(dataDir)
  await writeFile(mark, '')
  await syncToDisk(dataDir)
  const database = await setUp()
  const entries = await readdir(dataDir, { recursive: true })
  const own = entries.filter((entry) => entry !== lockFile)
  await Promise.all(own.map((entry) => syncToDisk(join(dataDir, entry))))
  await rm(mark)
  await syncToDisk(dataDir)
  return database
}

/** The mark goes last; the lock is held. */
async function empty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== unfinished && name !== lockFile)
  for (const name of names) await rm(join(dataDir, name), { recursive: true })
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}
