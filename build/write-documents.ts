import { readFile, writeFile } from 'node:fs/promises'
import { withApiTables } from './describe-api.ts'
import { settingsDocument } from './describe-settings.ts'

/**
 * `npx node build/write-documents.ts`: writes into the documents what the code knows, the settings and the tables of the API.
 * `npm run docs` does so, too.
 */
const marker = '<!-- settings -->\n'
await rewrite('docs/operations.md', (text) => `${text.split(marker)[0]}${marker}\n${settingsDocument()}`)
await rewrite('docs/api.md', withApiTables)
await rewrite('docs/console.md', withApiTables)

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}
