import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of `package.json`. This code runs from its source, and from the one file that the build makes of it. */
export const projectFolder = pathToFileURL(`${findUp(import.meta.dirname)}/`)

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder))
}

/** The version of Motif from `package.json`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
  version: string
}

/** The file that a worker thread runs, by its path in the project: the built one for the built service, else the source. */
export function workerFile(source: string): URL {
  const isBuilt = !import.meta.url.endsWith('.ts')
  return new URL(isBuilt ? `dist/service/${basename(source, '.ts')}.js` : source, projectFolder)
}
