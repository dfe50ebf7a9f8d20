import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file in `dist/` that says from which sources it was built. It is written last, so an interrupted build has none. */
export const stampFile = 'built.json'

/** Everything from which the build is made: files and folders. */
export const sources = [
  'build.ts',
  'build',
  'console',
  'design',
  'docs',
  'edge',
  'editor',
  'loader',
  'snippet',
  'wire',
  'service',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
]

interface Stamp {
  /** Modification time of the newest source when the build began. A source that changes during the build is newer. */
  newestSourceMs: number
  /** All files in `dist/`. */
  files: string[]
}

/** Whether `dist/` is complete, and no source is newer. */
export function isCurrent(root: string, dist: string): boolean {
  try {
    const { newestSourceMs, files } = JSON.parse(readFileSync(join(dist, stampFile), 'utf8')) as Stamp
    return findNewestSourceMs(root) <= newestSourceMs && files.every((name) => existsSync(join(dist, name)))
  } catch {
    return false
  }
}

/** Modification time of the newest source. Folders count, because removing or renaming a file changes its folder. */
export function findNewestSourceMs(root: string): number {
  const changes = sources
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, ...listBelow(path)])
    .map((path) => statSync(path).mtimeMs)
  return Math.max(...changes)
}

/** Writes the stamp into `folder`, then moves it into `dist`. */
export async function putStamp(folder: string, dist: string, stamp: Stamp): Promise<void> {
  const draft = join(folder, stampFile)
  await writeFile(draft, `${JSON.stringify(stamp, undefined, 2)}\n`)
  await rename(draft, join(dist, stampFile))
}

function listBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
}
