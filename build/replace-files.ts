import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export interface Replacement {
  /** A folder on the same disk as `to`. */
  from: string
  to: string
  /** Names in `to` that must stay, even if they are not in `from`. */
  kept: string[]
}

/**
 * Moves all files of a folder into another, each by a rename, so that readers there always find complete files, old or new. Files
 * with new names come first, because replaced files refer to them. Files that are neither in `from` nor kept are deleted last.
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

/** The files of a folder and its subfolders, as relative paths, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}
