import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file in `dist/` that says of which sources it is. The last to be written, so a build that was cut off has none. */
export const stampFile = 'built.json'

/** Files and folders of which any may change what is built. Nothing else of the project is read for it. */
export const sources = [
  'build.ts',
  'build',
  'console',
  'design',
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
  /** When the newest source was changed, as the build began: one that changes meanwhile is newer. */
  newestSourceMs: number
  /** All that was in `dist/`. */
  files: string[]
}

/** Whether `dist/` is whole, and no source is newer. */
export function isCurrent(root: string, dist: string): boolean {
  try {
    const { newestSourceMs, files } = JSON.parse(readFileSync(join(dist, stampFile), 'utf8')) as Stamp
    return findNewestSourceMs(root) <= newestSourceMs && files.every((name) => existsSync(join(dist, name)))
  } catch {
    return false
  }
}

/** When the newest source was changed. Folders count, for one changes when a file in it is removed or renamed. */
export function findNewestSourceMs(root: string): number {
  const changes = sources
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, ...listBelow(path)])
    .map((path) => statSync(path).mtimeMs)
  return Math.max(...changes)
}

/** Writes the stamp into `folder`, then puts it into `dist` at once. */
export async function putStamp(folder: string, dist: string, stamp: Stamp): Promise<void> {
  const draft = join(folder, stampFile)
  await writeFile(draft, `${JSON.stringify(stamp, undefined, 2)}\n`)
  await rename(draft, join(dist, stampFile))
}

function listBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
}
