import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { exampleIn } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { packedFolder } from '../support/packed.ts'
import { findNginx } from '../support/programs.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'motif-examples-'))
const html = { 'content-type': 'text/html; charset=utf-8' }
const record = { pattern: 'Ada', content: [{ selector: 'h1.t', type: 'text', payload: 'Hello Ada' }] }
const isAll = process.env.EXAMPLES !== undefined

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

/** The modules as written, called as their platforms call them: a stand-in, the platforms themselves come below. */
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

/** `npm run test:long -- edge-examples`: the platforms themselves, as their makers publish them for this system. */
describe.runIf(isAll)('the examples of the document, where they run', { timeout: 300_000 }, () => {
  test("Cloudflare's workerd", async () => {
    const program = join(
      await packedFolder('@cloudflare/workerd-linux-64@1.20261117.1'),
      'package/bin/workerd',
    )
    writeExample('A Cloudflare Worker', 'worker.js')
    const port = await freePort()
    const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.js", esModule = embed "worker.js"),
        (name = "@motif/edge", esModule = embed "node_modules/@motif/edge/edge.js"),
      ],
      compatibilityDate = "2026-11-01",
    )),
    (name = "internet", network = (allow = ["private", "local", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`
    writeFileSync(join(folder, 'config.capnp'), config)
    const url = `http://127.0.0.1:${port}`
    await serving(program, ['serve', 'config.capnp'], url)
    await expectPersonal(() => fetch(`${url}/?a=1&pattern=Ada`))
    await expectPlain(await fetch(url))
  })

  test('Deno', async () => {
    const program = join(await packedFolder('@deno/linux-x64-glibc@2.9.6'), 'package/deno')
    writeExample('Deno:', 'deno.js')
    const imports = { 'npm:@motif/edge': './node_modules/@motif/edge/edge.js' }
    writeFileSync(join(folder, 'imports.json'), JSON.stringify({ imports }))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const args = ['run', '--allow-net', '--allow-env', '--no-lock', '--import-map', 'imports.json', 'deno.js']
    await serving(program, args, url, {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_DIR: join(folder, 'deno'),
    })
    await expectPersonal(() => fetch(`${url}/?a=1&pattern=Ada`))
    await expectPlain(await fetch(url))
  })

  test("a middleware, with Next.js's own requests and answers", async () => {
    cpSync(join(await packedFolder('next@16.4.6'), 'package'), join(folder, 'node_modules/next'), {
      recursive: true,
    })
    const file = writeExample('Next.js,', 'middleware.js')
    // Next.js resolves it so; Node.js wants the ending.
    writeFileSync(file, readFileSync(file, 'utf8').replace("'next/server'", "'next/server.js'"))
    writeFileSync(
      join(folder, 'run.js'),
      `import { NextRequest } from 'next/server.js'
import { middleware } from './middleware.js'
const at = async (path) => {
  const answer = await middleware(new NextRequest('https://www.example.com' + path))
  return [answer.headers.get('x-middleware-next'), answer.headers.get('x-asked'), await answer.text()]
}
console.log(JSON.stringify([await at('/?a=1&pattern=Ada'), await at('/?a=1')]))`,
    )
    const { stdout } = await run(process.execPath, ['run.js'], { cwd: folder })
    const [personal, plain] = JSON.parse(stdout)
    expect(personal).toEqual([null, '/?a=1', expect.stringContaining('>Hello Ada</h1>')])
    expect(plain).toEqual(['1', null, ''])
  })
})
