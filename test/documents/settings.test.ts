import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settings } from '../../service/config.ts'
import { settingsDocument, settingsForLog, settingsHelp } from '../../service/describe-settings.ts'

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

test('what a start logs of the settings has no password, token, secret or key', () => {
  const secret = 'd0-not-show-this-anywhere'
  const logged = settingsForLog({
    DATABASE_URL: `postgres://ada:${secret}@db.example/motif?password=${secret}`,
    SMTP_URL: `smtp://ada:${secret}@mail.example`,
    LLM_BASE_URL: `https://ada:${secret}@llm.example/v1?key=${secret}`,
    ...Object.fromEntries(
      names.filter((name) => /TOKEN|KEY|SECRET/.test(name)).map((name) => [name, secret]),
    ),
  })
  expect(logged).toMatchObject({ DATABASE_URL: 'postgres://db.example/motif', MOTIF_TOKENS: 'set' })
  expect(JSON.stringify(logged)).not.toContain(secret)
})

test.each([
  { PUBLIC_URL: 'https://ada:secret@motif.example' },
  { PUBLIC_URL: 'https://motif.example/?a=1' },
  { MOTIF_TOKENS: 'acme/crm=a-token-that-was-copied, other/crm=a-token-that-was-copied' },
  { TRUSTED_PROXIES: '203.0.113.0/33' },
  { TRUSTED_PROXIES: 'proxy.example' },
])('%o stops the start, with a line that names it', (environment) => {
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${Object.keys(environment)[0]}: must `))
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
