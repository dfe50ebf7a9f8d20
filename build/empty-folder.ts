import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a folder, or removes all that is in it but what has one of these names. */
export async function emptyFolder(folder: string, kept: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  const old = names.filter((name) => !kept.includes(name))
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true })))
}
