import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export interface Replacement {
  /** A folder on the same disk as `to`. */
  from: string
  to: string
  /** Names in `to` that stay, whether they are in `from` or not. */
  kept: string[]
}

/**
 * Moves all files of a folder into another, one rename each, so that whoever reads there finds each file whole, as it
 * was or as it is now. Files with new names come first, since renewed ones ask for them; what is in neither list goes
 * last.
 */
export async function replaceFiles({ from, to, kept }: Replacement): Promise<void> {
  const [made, before] = await Promise.all([listFiles(from), listFiles(to)])
  const isNew = (name: string) => !before.includes(name)
  for (const name of [...made.filter(isNew), ...made.filter((each) => !isNew(each))]) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await rename(join(from, name), join(to, name))
  }
  const stale = before.filter((name) => !made.includes(name) && !kept.includes(name))
  await Promise.all(stale.map((name) => rm(join(to, name), { force: true })))
}

/** The files of a folder and of those in it, relative to it, in the order of their names. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}
