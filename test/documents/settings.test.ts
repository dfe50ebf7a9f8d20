import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { settings } from '../../service/config.ts'
import { settingsDocument, settingsHelp } from '../../service/describe-settings.ts'

const names = Object.keys(settings)

test('docs/settings.md lists every setting as the table in config.ts has it', async () => {
  const [, written = ''] = (await readFile('docs/settings.md', 'utf8')).split('<!-- settings -->\n\n')
  expect(written, 'npm run docs writes it').toBe(settingsDocument())
})

test('--help shows every setting with its default, as plain text', () => {
  const help = settingsHelp()
  for (const name of names) expect(help).toMatch(new RegExp(`^  ${name} +\\S+.* {2}\\S`, 'm'))
  expect(help).toMatch(/^ {2}PORT +4000 +its port; 0 picks one$/m)
  expect(help).not.toMatch(/[`[]/)
})

test('the table has every variable that an enrichment source reads', async () => {
  const sources = globSync('service/prospects/sources/*.ts')
  const code = (await Promise.all(sources.map((path) => readFile(path, 'utf8')))).join('\n')
  const read = [...code.matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map(([, name]) => name)
  expect(read.length).toBeGreaterThan(0)
  expect(names).toEqual(expect.arrayContaining(read))
})

test('the log shows every setting that the service reads', async () => {
  const [config = '', described = ''] = await Promise.all(
    ['service/config.ts', 'service/describe-config.ts'].map((path) => readFile(path, 'utf8')),
  )
  const read = [...config.matchAll(/\bread\('([A-Z_]+)'/g)].map(([, name = '']) => name)
  expect(read.length).toBeGreaterThan(10)
  expect(read.filter((name) => !described.includes(`${name}: `))).toEqual([])
})
