import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Stands in a data folder for as long as its database is being set up. */
const unfinished = 'motif-first-start'

/**
 * Sets up the database of a folder that has none yet; gives undefined where there is one. A process that ends on the
 * way leaves a mark, and the next one begins anew; once the mark is gone, all of it is on the disk.
 */
export function firstStart<T>(dataDir: string, setUp: () => Promise<T>): Promise<T> | undefined {
  mkdirSync(dataDir, { recursive: true })
  const mark = join(dataDir, unfinished)
  if (existsSync(mark)) for (const name of readdirSync(dataDir)) remove(join(dataDir, name), mark)
  else if (existsSync(join(dataDir, 'PG_VERSION'))) return undefined
  writeFileSync(mark, '')
  syncToDisk(dataDir)
  return setUp().then((database) => {
    for (const entry of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      syncToDisk(join(dataDir, entry))
    rmSync(mark)
    syncToDisk(dataDir)
    return database
  })
}

function remove(path: string, mark: string): void {
  if (path !== mark) rmSync(path, { recursive: true, force: true })
}

function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
