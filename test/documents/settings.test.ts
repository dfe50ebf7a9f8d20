import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
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

/** Blocks of a document that have nothing but variables and their values. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^```\n([^`]+)```$/gm)].flatMap(([, block = '']) =>
    block
      .trimEnd()
      .split('\n')
      .every((line) => /^[A-Z_]+=\S/.test(line))
      ? [block]
      : [],
  )

test.each([
  ...['docs/mail.md', 'docs/sign-in.md'].flatMap((path) =>
    blocksOf(readFileSync(path, 'utf8')).map((block) => ({ path, block })),
  ),
  { path: 'deploy/systemd/motif.env', block: readFileSync('deploy/systemd/motif.env', 'utf8') },
])('a shell reads the settings of $path as the service does', ({ block }) => {
  // As docs/operations.md runs a command with the environment of the service.
  const script = `set -a; ${block}\nexec "$0" -p 'JSON.stringify(process.env)'`
  const read = JSON.parse(
    execFileSync('sh', ['-ec', script, process.execPath], { env: {}, encoding: 'utf8' }),
  )
  expect(read).toMatchObject(parseEnv(block))
})

test('the documents have such settings', () => {
  for (const path of ['docs/mail.md', 'docs/sign-in.md'])
    expect(blocksOf(readFileSync(path, 'utf8'))).toHaveLength(1)
})
