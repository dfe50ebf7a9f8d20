import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rareFile } from '../../build/page-files.ts'
import { freePort } from '../support/free-port.ts'
import { findNginx } from '../support/programs.ts'
import { type Service, startService } from '../support/service.ts'

const nginx = findNginx()
const example = readFileSync('deploy/nginx/motif.conf', 'utf8')
const folders = mkdtempSync(join(tmpdir(), 'motif-nginx-'))

let service: Service
let port: number
const running = new Set<ReturnType<typeof spawn>>()

beforeAll(async () => {
  // Its figures are there only where a language model is set.
  service = await startService({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'none' })
  if (nginx) port = await startNginx(nginx, service.url)
  else console.warn('nginx is not on this machine: of its example only the paths are checked')
})
afterAll(async () => {
  for (const process of running) process.kill('SIGKILL')
  await service?.stop()
  rmSync(folders, { recursive: true, force: true })
})

/** Starts nginx with the example as it is, but for its addresses, its certificate and its folder; returns its port. */
async function startNginx(program: string, upstream: string): Promise<number> {
  const port = await freePort()
  const folder = join(folders, String(port))
  mkdirSync(folder)
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=motif.example.com', '-days', '1', '-keyout', key, '-out', certificate]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', '-nodes', ...newKey, ...subject], { stdio: 'ignore' })
  const adapted = example
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:4000', new URL(upstream).host)
    .replace('/var/cache/nginx/motif', join(folder, 'cache'))
    .replace('/etc/ssl/motif/fullchain.pem', certificate)
    .replace('/etc/ssl/motif/privkey.pem', key)
  writeFileSync(join(folder, 'motif.conf'), adapted)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const ours = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${ours} daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors; events {}
     http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} access_log off; include motif.conf; }`,
  )
  const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  running.add(nginx)
  process.once('exit', () => nginx.kill('SIGKILL'))
  while (!(await ask('/metrics', { port }).catch(() => undefined))) await wait(50)
  return port
}

interface NginxAnswer {
  status: number
  id: string | string[] | undefined
  text: string
}

interface Asking {
  method?: string
  body?: string
  port?: number
}

/** Asks nginx for a path as it is written here. */
function ask(
  path: string,
  { method = 'GET', body = '', port: at = port }: Asking = {},
): Promise<NginxAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'motif.example.com', ...(body && { 'content-type': 'text/plain' }) }
    const asked = request({ port: at, host: '127.0.0.1', path, method, headers, rejectUnauthorized: false })
    asked.once('error', reject).once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, id: response.headers['x-request-id'], text }),
      )
    })
    asked.end(body)
  })
}

const privatePaths = ['/metrics', '/readyz', '/healthz']

test('what is private and what is cached are paths that the service has', async () => {
  const locations = [...example.matchAll(/location ~ (\S+) \{/g)].map(([, path = '']) => new RegExp(path))
  const [hidden, cached] = locations as [RegExp, RegExp]
  for (const path of privatePaths) {
    expect((await service.request('GET', path)).status).toBe(200)
    expect(path).toMatch(hidden)
  }
  for (const path of [
    '/snippet.js',
    '/loader.js',
    `/${basename(rareFile('storage'))}`,
    '/p/0123456789012345678901',
  ]) {
    expect(path).toMatch(cached)
    expect((await service.request('GET', path)).headers.get('cache-control')).toMatch(/^public/)
  }
})

describe.skipIf(!nginx)('through nginx', () => {
  test.each([
    ...privatePaths,
    '/metrics?x',
    '//metrics',
    '/%6detrics',
    '/p/../metrics',
    '/metrics/',
    '/healthz/x',
  ])('%s is for nobody', async (path) => {
    const { status, text } = await ask(path)
    expect(status).toBe(404)
    expect(text).not.toMatch(/motif_|version|ready/)
  })

  test('the script and its chunks come from the cache, whatever the query', async () => {
    for (const path of ['/snippet.js', `/${basename(rareFile('storage'))}`]) {
      const answers = [await ask(path), await ask(`${path}?a`), await ask(`${path}?b`)]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      // The service gives each answer its own id.
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    }
  })

  test('a list of two megabytes gets through', async () => {
    const path = '/v1/campaigns/6b00893a1f0c4b7e9d2a3c4d/people'
    expect(await ask(path, { method: 'POST', body: 'x'.repeat(2_000_000) })).toMatchObject({ status: 401 })
  })
})

test.each(['deploy/monitoring/motif.rules.yaml', 'deploy/monitoring/grafana-dashboard.json'])(
  'each figure that %s asks for is in /metrics',
  async (path) => {
    const metrics = (await service.request<string>('GET', '/metrics')).body
    const kinds = new Map(
      [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]),
    )
    const asked = new Set(readFileSync(path, 'utf8').match(/\bmotif_[a-z0-9_]+/g))
    const known = [...kinds].flatMap(([name, kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    )
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !known.includes(name))).toEqual([])
  },
)
