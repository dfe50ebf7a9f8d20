import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('docs/settings.md lists every setting, and no other', async () => {
  const sources = ['service/config.ts', ...globSync('service/prospects/sources/*.ts')]
  const code = (await Promise.all(sources.map((path) => readFile(path, 'utf8')))).join('\n')
  const read = [...code.matchAll(/(?:read\(\s*'|env\.|env\[')([A-Z][A-Z_]+)/g)].map(([, name]) => name)
  const rows = (await readFile('docs/settings.md', 'utf8')).match(/^\| `.*$/gm) ?? []
  const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(listed.sort()).toEqual([...new Set(read)].sort())
})

test('the log shows every setting', async () => {
  const [config = '', described = ''] = await Promise.all(
    ['service/config.ts', 'service/describe-config.ts'].map((path) => readFile(path, 'utf8')),
  )
  const read = [...config.matchAll(/read\(\s*'([A-Z_]+)/g)].map(([, name = '']) => name)
  expect(read.length).toBeGreaterThan(10)
  expect(read.filter((name) => !described.includes(`${name}: `))).toEqual([])
})
