import { readFile, writeFile } from 'node:fs/promises'
import { settingsDocument } from '../service/describe-settings.ts'

/** A part of `npm run docs`: writes the settings into their document. */
const path = 'docs/settings.md'
const marker = '<!-- settings -->\n'
const [before] = (await readFile(path, 'utf8')).split(marker)
await writeFile(path, `${before}${marker}\n${settingsDocument()}`)
