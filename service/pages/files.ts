import { readdir, readFile } from 'node:fs/promises'
import { projectFolder } from '../project-folder.ts'
import { encode, type Representation } from './representation.ts'

const distDir = new URL('dist/', projectFolder)
const quality = 11

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
}

/**
 * The built files for pages by their path (`/snippet.js`), each read and compressed when it is first asked for, once.
 * None where nothing is built.
 */
export async function findBuiltFiles(
  headers: Record<string, string>,
): Promise<Map<string, () => Promise<Representation>>> {
  const names = (await readdir(distDir).catch(() => [])).filter((name) => extension(name) in types)
  return new Map(
    names.map((name) => [
      `/${name}`,
      openFile(new URL(name, distDir), types[extension(name)] ?? '', headers),
    ]),
  )
}

/** A file, read and compressed when it is first asked for, once. */
export function openFile(
  file: URL,
  type: string,
  headers: Record<string, string>,
): () => Promise<Representation> {
  let made: Promise<Representation> | undefined
  return () => {
    made ??= readFile(file).then((body) => encode(body, quality, { ...headers, 'Content-Type': type }))
    return made
  }
}

function extension(name: string): string {
  return name.slice(name.lastIndexOf('.'))
}
