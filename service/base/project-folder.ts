import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The folder of `package.json`. This code runs from its source, and from the one file that the build makes of it. */
export const projectFolder = findUp(new URL('./', import.meta.url))

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('../', folder))
}

/** The version of Motif from `package.json`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
  version: string
}

/**
 * The file that a worker thread runs: the built one for the built service, which starts in a third of the time, else the
 * source.
 *
 * @param source its path in the project, such as `service/templates/page-worker.ts`
 */
export function workerFile(source: string): URL {
  const isBuilt = !import.meta.url.endsWith('.ts')
  return new URL(isBuilt ? `dist/service/${basename(source, '.ts')}.js` : source, projectFolder)
}
