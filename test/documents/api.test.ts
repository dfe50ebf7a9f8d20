import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../service/base/http/schemas/error-codes.ts'
import { apiOperations, withApiTables } from '../../service/describe-api.ts'
import { FaultList } from '../../service/events/today.ts'

const documents = ['docs/api.md', 'docs/alerts.md']

test('README.md lists every error with its meaning, and no other', async () => {
  const text = await readFile('README.md', 'utf8')
  const rows = [...text.matchAll(/^\| (\d{5}) \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning])
  expect(Object.fromEntries(rows)).toEqual(errorMeanings)
})

test.each(documents)('the tables of %s say what the schemas say', async (path) => {
  const text = await readFile(path, 'utf8')
  expect(text, 'npx node build/write-documents.ts writes them').toBe(withApiTables(text))
})

test('every operation is told of', async () => {
  const texts = (await Promise.all(documents.map((path) => readFile(path, 'utf8')))).join('\n')
  const untold = apiOperations
    .map(({ method, url }) => `${method} ${url}`)
    .filter((operation) => !new RegExp(`${operation.replace(/[{}]/g, '\\$&')}[^/\\w]`).test(texts))
  expect(untold).toEqual([])
})

test('docs/api.md tells of every kind of fault', async () => {
  const [, chapter = ''] = /^## Live\n(.*?)^## /ms.exec(await readFile('docs/api.md', 'utf8')) ?? []
  const faults = FaultList.properties.faults.items.anyOf as { properties: { kind: { enum?: string[] } } }[]
  const kinds = faults.flatMap(({ properties }) => properties.kind.enum ?? [])
  expect(kinds.length).toBeGreaterThan(5)
  expect(kinds.filter((kind) => !chapter.includes(`\`${kind}\``))).toEqual([])
})

test('a table of what does not exist is an error', () => {
  for (const mark of ['operations /v1/nothing', 'body nothing', 'query getProspect', 'answer deleteContent'])
    expect(() => withApiTables(`<!-- ${mark} -->\n<!-- end -->`)).toThrow()
})
