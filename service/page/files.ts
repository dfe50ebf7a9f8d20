import { readdir, readFile } from 'node:fs/promises'
import { encode, type Representation } from './representation.ts'

const distDir = new URL('../../dist/', import.meta.url)
const quality = 11

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
}

/** The built files for pages by their path (`/snippet.js`), read and compressed once. None where nothing is built. */
export async function readBuiltFiles(headers: Record<string, string>): Promise<Map<string, Representation>> {
  const names = (await readdir(distDir).catch(() => [])).filter((name) => extension(name) in types)
  const read = async (name: string) => {
    const type = { 'Content-Type': types[extension(name)] ?? '' }
    return [
      `/${name}`,
      await encode(await readFile(new URL(name, distDir)), quality, { ...headers, ...type }),
    ] as const
  }
  return new Map(await Promise.all(names.map(read)))
}

function extension(name: string): string {
  return name.slice(name.lastIndexOf('.'))
}
