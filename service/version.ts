import { readFileSync } from 'node:fs'
import { projectFolder } from './project-folder.ts'

/** This version of Motif, as `package.json` has it. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
  version: string
}
