import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** A segment of the write-ahead log: the largest piece that the embedded database takes at once. */
const leastBytes = 16 * 1024 * 1024

/** Whether the disk of a folder, which need not exist yet, has too little space left for the embedded database to write. */
export async function isDiskFull(folder: string): Promise<boolean> {
  let place = resolve(folder)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize < leastBytes
}
