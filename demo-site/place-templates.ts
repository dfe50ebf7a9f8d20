import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The origin of the pages in the templates. */
const usualOrigin = 'http://127.0.0.1:4100'

const source = fileURLToPath(new URL('templates', import.meta.url))

/**
 * The folder of templates for pages at `origin`: the demo's own or, if the pages have another origin, copies in `folder` with that
 * origin. Only the service's links depend on it.
 */
export function placeTemplates(origin: string, folder: string): string {
  if (origin === usualOrigin) return source
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(source)) {
    const text = readFileSync(join(source, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll(usualOrigin, origin))
  }
  return folder
}
