import { existsSync, readFileSync } from 'node:fs'

/** The folder of `package.json`. This code runs from its source, and from the one file that the build makes of it. */
export const projectFolder = findUp(new URL('./', import.meta.url))

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('../', folder))
}

/** The version of Motif from `package.json`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
  version: string
}
