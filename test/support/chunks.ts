import { readFileSync } from 'node:fs'
import type { entries } from '../../build/page-files.ts'

type Chunk = keyof typeof entries.chunks

/** The file of a chunk, such as `track-1a2b3c4d.js`, as the classic script of a build asks for it. */
export function chunkFile(chunk: Chunk, dist = 'dist'): string {
  const [file] =
    new RegExp(`${chunk}-[0-9a-f]{8}\\.js`).exec(readFileSync(`${dist}/snippet.js`, 'utf8')) ?? []
  if (!file) throw new Error(`${dist}/snippet.js asks for no chunk ${chunk}`)
  return file
}
