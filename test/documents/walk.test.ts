import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startLocalServer } from '../support/local-server.ts'
import { read } from './documents.ts'

/** A folder that has everything of the project, but no data yet. */
const folder = mkdtempSync(join(tmpdir(), 'motif-walk-'))
const environment = {
  ...process.env,
  PORT: `${await freePort()}`,
  ALLOW_PRIVATE_ADDRESSES: 'true',
  ENRICH: 'email',
}
/** Variables of the documents' shells, such as `API`. */
const variables: Record<string, string> = {}
let service: ChildProcess
let outside: Awaited<ReturnType<typeof startLocalServer>>

beforeAll(async () => {
  for (const name of readdirSync('.'))
    if (!['data', 'people.csv', 'links.csv', '.env'].includes(name))
      symlinkSync(resolve(name), join(folder, name))
  const page =
    '<section id="hero"><h1>A</h1><img><p class="lead">B</p><a class="cta">C</a></section><p id="pricing">D</p>'
  outside = await startLocalServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
})

afterAll(async () => {
  if (service.kill('SIGTERM')) await once(service, 'close')
  await outside[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** The blocks of shell of a document, with addresses on this machine in place of those of the examples. */
function blocksOf(path: string): string[] {
  const blocks = [...read(path).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)
  return blocks.map((block) =>
    block
      .replaceAll(/https:\/\/(www|crm)\.example\.com/g, outside.url)
      .replaceAll('http://127.0.0.1:4000', new URL(variables.API ?? 'http://127.0.0.1:4000/v1').origin)
      .replaceAll('6b00893a1f0c4b7e9d2a3c4d', variables.PROSPECT ?? '')
      .replaceAll(/^export .*$/gm, ''),
  )
}

/** Runs a block, in which every `curl` has to be answered 2xx. Returns what it printed. */
async function run(block: string): Promise<string> {
  const script = `curl() { command curl --no-progress-meter --fail-with-body "$@"; echo; }\n${block}`
  const env = { ...environment, ...variables }
  return (await promisify(execFile)('sh', ['-ec', script], { cwd: folder, env })).stdout
}

const idIn = (text: string) => /"id":"([0-9a-f]{24})"/.exec(text)?.[1] ?? ''

test('README.md: start, check, invite, tag', { timeout: 900_000 }, async () => {
  const [start = '', ...blocks] = blocksOf('README.md')
  service = spawn('sh', ['-ec', `exec ${start}`], { cwd: folder, env: environment, stdio: 'pipe' })
  let output = ''
  service.stdout?.on('data', (text) => {
    output += text
  })
  await expect
    .poll(() => output, { timeout: 300_000 })
    .toMatch(/listening on http.*[\s\S]*motif_\S+|motif_\S+[\s\S]*listening on http/)
  variables.API = `${/listening on (http:\/\/[^\s"]+)/.exec(output)?.[1]?.replace(/\/$/, '')}/v1`
  variables.TOKEN = /motif_[\w-]+/.exec(output)?.[0] ?? ''
  for (const block of blocks) output = await run(block)
  expect(output).toContain('<script')
  expect(readFileSync(join(folder, 'links.csv'), 'utf8')).toMatch(/jane\.doe@acme\.example.*\?pattern=/)
})

test('docs/api.md: every call, in its order', { timeout: 900_000 }, async () => {
  for (let at = 0; at < blocksOf('docs/api.md').length; at++) {
    const block = blocksOf('docs/api.md')[at] ?? ''
    const output = await run(block)
    if (block.startsWith('curl $API/prospects -H')) variables.PROSPECT = idIn(output)
    if (block.startsWith('curl $API/content -H')) {
      variables.ID = idIn(output)
      const read = `curl $API/content/$ID -H "Authorization: Bearer $TOKEN"`
      await expect.poll(() => run(read), { timeout: 300_000 }).toContain('"completed"')
    }
  }
  expect(variables.ID).not.toBe('')
})

test('docs/campaigns.md: every call, in its order', { timeout: 900_000 }, async () => {
  const lines = [
    'E-mail,Name',
    ...[2, 3, 4, 5, 6].map((at) => `jane@company-${at}.example,Jane Doe`),
    'nobody,Joe',
  ]
  writeFileSync(join(folder, 'people.csv'), lines.join('\n'))
  variables.AUTH = `Authorization: Bearer ${variables.TOKEN}`
  const [first = '', ...blocks] = blocksOf('docs/campaigns.md')
  const [create = '', ...rest] = first.trim().split('\n')
  variables.ID = idIn(await run(create))
  for (const block of [rest.join('\n'), ...blocks]) await run(block)
  expect(readFileSync(join(folder, 'results.csv'), 'utf8')).toContain('jane@company-2.example')
})
