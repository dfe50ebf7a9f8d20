import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { exampleIn } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { findNginx } from '../support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'motif-examples-'))
const html = { 'content-type': 'text/html; charset=utf-8' }
const record = { pattern: 'Ada', content: [{ selector: 'h1.t', type: 'text', payload: 'Hello Ada' }] }

let origin: LocalServer
let service: LocalServer

beforeAll(async () => {
  origin = await startLocalServer(({ path, headers }, response) => {
    response.writeHead(200, { ...html, 'x-asked': path, 'x-host': headers.host })
    response.end('<!doctype html><head></head><h1 class=t>All</h1>')
  })
  service = await startLocalServer((_, response) => response.end(JSON.stringify(record)))
  const installed = join(folder, 'node_modules/@motif')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync('dist/packages/edge', join(installed, 'edge'), { recursive: true })
})

afterAll(async () => {
  await Promise.all([origin, service].map((one) => one[Symbol.asyncDispose]()))
  rmSync(folder, { recursive: true, force: true })
})

/** An example of the document as it is, but for the addresses. */
function writeExample(words: string, name: string): string {
  const code = exampleIn('docs/edge.md', words, 'js')
    .replace(/https:\/\/(?:origin|app\.internal)\.example\.com/, origin.url)
    .replace('https://motif.example.com', service.url)
  const file = join(folder, name)
  writeFileSync(file, code)
  return file
}

const load = (file: string) => import(pathToFileURL(file).href)

/** On a busy machine the record may come later than the edge waits. */
async function expectPersonal(ask: () => Promise<Response>) {
  await expect.poll(async () => (await ask()).text()).toContain('>Hello Ada</h1>')
  expect((await ask()).headers.get('x-asked')).toBe('/?a=1')
}

async function expectPlain(answer: Response) {
  expect(await answer.text()).toBe('<!doctype html><head></head><h1 class=t>All</h1>')
}

/** The modules as written, called as their platforms call them: a stand-in. */
describe('the examples of the document, by their interfaces', () => {
  test('a Cloudflare Worker', async () => {
    const worker = (await load(writeExample('A Cloudflare Worker', 'worker.js'))).default
    await expectPersonal(() => worker.fetch(new Request('https://www.example.com/?a=1&pattern=Ada'), {}, {}))
    await expectPlain(await worker.fetch(new Request('https://www.example.com/'), {}, {}))
  })

  test('Deno', async () => {
    let handle = (_: Request, __: object): Promise<Response> => Promise.reject(new Error('not served'))
    Object.assign(globalThis, {
      Deno: {
        serve: (given: typeof handle) => {
          handle = given
        },
      },
    })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'Deno'))
    const file = writeExample('Deno:', 'deno.js')
    writeFileSync(file, readFileSync(file, 'utf8').replace('npm:@motif', '@motif'))
    await load(file)
    await expectPersonal(() => handle(new Request('https://www.example.com/?a=1&pattern=Ada'), {}))
    await expectPlain(await handle(new Request('https://www.example.com/'), {}))
  })
})

/** A process that is ended with the test, when it answers. */
async function serving(program: string, args: string[], url: string, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  onTestFinished(() => {
    process.off('exit', kill)
    kill()
  })
  for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await wait(50)
  }
  throw new Error(`${program} does not answer.`)
}

test.skipIf(!findNginx())(
  'nginx in front of the command: the page without a pattern comes from the origin',
  async () => {
    const options = {
      origin: origin.url,
      service: service.url,
      host: '127.0.0.1',
      port: 0,
      timeoutMs: 10_000,
    }
    const edge = await startEdgeServer(options)
    const port = await freePort()
    const example = exampleIn('docs/edge.md', 'Beside nginx', 'nginx')
      .replace('origin.example.com:443', new URL(origin.url).host)
      .replaceAll('https://site', 'http://site')
      .replace('127.0.0.1:4200', new URL(edge.url).host)
      .replace('server {\n', `server {\n  listen 127.0.0.1:${port};\n`)
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const ours = process.getuid?.() === 0 ? 'user root;' : ''
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `${ours} daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors; events {}
     http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} access_log off; ${example} }`,
    )
    const url = `http://127.0.0.1:${port}`
    await serving(findNginx() as string, ['-p', folder, '-c', file], url)
    await expectPersonal(() => fetch(`${url}/?a=1&pattern=Ada`))
    // Visitors are known apart: the service counts for each what it asks for in vain.
    const before = service.received.length
    await visitFrom('127.0.0.2', `${url}/?pattern=Ada`)
    const named = service.received.slice(before).map(({ headers }) => headers['x-forwarded-for'])
    expect(named).toEqual(['127.0.0.2'])
    edge.takeCounts()
    const plain = await fetch(`${url}/?a=1`)
    expect(plain.headers.get('x-host')).toBe('www.example.com')
    await expectPlain(plain)
    expect(edge.takeCounts()).toBeUndefined()
    // Without the edge the page is as it is.
    await edge.close()
    await expectPlain(await fetch(`${url}/?a=1&pattern=Ada`))
  },
)

/** Asks for a page from one of this machine's addresses, and reads it to its end. */
async function visitFrom(localAddress: string, url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  get(url, { localAddress }, (answer) => void answer.resume().once('end', resolve)).once('error', reject)
  return promise
}
