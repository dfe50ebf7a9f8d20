import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../service/base/http/schemas/error-codes.ts'
import { contentOperations } from '../../service/content/routes.ts'
import { prospectOperations } from '../../service/prospects/operations.ts'

const api = await readFile('docs/api.md', 'utf8')

test.each(['README.md', 'docs/api.md'])(
  '%s lists every error with its meaning, and no other',
  async (path) => {
    const text = await readFile(path, 'utf8')
    const rows = [...text.matchAll(/^\| (\d{5}) \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning])
    expect(Object.fromEntries(rows)).toEqual(errorMeanings)
  },
)

test.each([
  prospectOperations.createProspect,
  prospectOperations.searchProspect,
  contentOperations.createContent,
])('docs/api.md tells of every field of the body of $schema.operationId', ({ schema }) => {
  const { properties } = (schema as unknown as { body: { properties: object } }).body
  for (const field of Object.keys(properties)) expect(api).toContain(`| \`${field}\` |`)
})
