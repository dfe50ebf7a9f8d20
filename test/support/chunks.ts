import { readFileSync } from 'node:fs'
import type { entries } from '../../build/page-files.ts'

/** A rare file of a build, such as `storage-1a2b3c4d.js`, as the classic script asks for it. */
export function chunkFile(name: keyof typeof entries.rare, dist = 'dist'): string {
  const hash = /-([0-9a-f]{8})\.js/.exec(readFileSync(`${dist}/snippet.js`, 'utf8'))?.[1]
  if (!hash) throw new Error(`${dist}/snippet.js asks for no rare file`)
  return `${name}-${hash}.js`
}
