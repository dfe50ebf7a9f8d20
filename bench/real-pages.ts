import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedFolder } from '../test/support/packed.ts'

/** A page as somebody published it. */
interface RealPage {
  name: string
  bytes: Uint8Array
}

/** Free themes and documents with whole pages in them. */
const packages = [
  'argon-design-system-free@1.2.0',
  'html5-boilerplate@9.0.1',
  'material-dashboard@3.1.0',
  'material-kit@2.0.4',
  'now-ui-kit@1.3.0',
  'paper-kit-2@2.1.0',
  'reveal.js@6.0.2',
  'startbootstrap-agency@7.0.12',
  'startbootstrap-clean-blog@6.0.9',
  'startbootstrap-sb-admin-2@4.1.4',
  'spectre.css@0.5.9',
]

/** Shorter ones are pieces. */
const minBytes = 4000

/** So many pages of those packages, always the same. */
export async function realPages(count: number): Promise<RealPage[]> {
  const pages: RealPage[] = []
  for (const spec of packages) pages.push(...(await pagesOf(spec)))
  return pages.slice(0, count)
}

async function pagesOf(spec: string): Promise<RealPage[]> {
  const folder = await packedFolder(spec)
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.html')).sort()
  const pages = await Promise.all(
    files.map(async (name) => ({ name: `${spec} ${name}`, bytes: await readFile(join(folder, name)) })),
  )
  return pages.filter(({ bytes }) => bytes.length >= minBytes)
}
