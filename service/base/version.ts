import { readFileSync } from 'node:fs'
import { projectFolder } from './project-folder.ts'

/** The version of Motif from `package.json`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
  version: string
}
