import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildImage, type Image, type Replacement } from './image.ts'
import { packagesForProduction } from './packages.ts'

/**
 * `npm run test:long -- image` carries out every step. In `npm run test:long -- builds` what takes minutes is taken from this checkout: the
 * packages for production instead of an install and its pruning, its `dist/` instead of a build.
 */
const linkPackages = packagesForProduction()
  .map((path) => `mkdir -p ${dirname(path)}; ln -s ${resolve(path)} ${path}`)
  .join('\n')
const shortcuts: Replacement[] = [
  [/^npm ci /, linkPackages],
  [/^npm run build$/, `cp -a ${resolve('dist')} .`],
  [/^npm prune /, 'true'],
]

const { PATH, NODE_COMPILE_CACHE } = process.env
const surroundings = { PATH, NODE_COMPILE_CACHE }
const folder = mkdtempSync(join(tmpdir(), 'motif-image-'))
let image: Image
let service: ReturnType<typeof spawn>
let url = ''

beforeAll(async () => {
  console.log('no container engine: the steps of deploy/Dockerfile run in a folder of this machine')
  image = buildImage('deploy/Dockerfile', folder, process.env.IMAGE === 'whole' ? [] : shortcuts)
  const [command = '', ...args] = image.cmd
  service = spawn(command, args, {
    cwd: image.workdir,
    env: { ...surroundings, ...image.env, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const text of (service.stdout as NodeJS.ReadableStream).setEncoding('utf8')) {
    output += text
    url = /listening on (\S+)/.exec(output)?.[1] ?? ''
    if (url) break
  }
}, 600_000)

afterAll(() => {
  service?.kill('SIGKILL')
  // Thousands of files, for which nothing has to wait.
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
})

const run = ([command = '', ...args]: string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, {
    cwd: image.workdir,
    encoding: 'utf8',
    env: { ...surroundings, ...image.env, ...env },
  })

test('the image starts, says that it is healthy, and has no second Node.js', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', version })
  expect((await fetch(`${url}/snippet.js`)).status).toBe(200)
  expect(run(image.healthcheck, { PORT: new URL(url).port }).status).toBe(0)
  expect(run(image.healthcheck, { PORT: '1' }).status).toBe(1)
  expect(readdirSync(join(image.workdir, 'node_modules'))).not.toContain('node')
})

test('the backup of each night is restored once, keeps the newest, and marks one that cannot be restored', () => {
  const backups = join(folder, 'backups')
  execFileSync('mkdir', ['-m', '700', backups])
  for (const day of ['01', '02', '03'])
    writeFileSync(join(backups, `motif-2026-01-${day}T03-30-00Z.backup`), '')
  const backUp = (env = {}) => run(['sh', 'deploy/backup.sh', backups, '2'], env)

  const done = backUp()
  expect(done.stderr).toMatch(/^\d+ rows in .*\n\d+ rows restored\n$/)
  expect(done.status).toBe(0)
  const kept = readdirSync(backups).sort()
  expect(kept).toEqual([
    'motif-2026-01-03T03-30-00Z.backup',
    expect.stringMatching(/^motif-2\d{3}-.*\.backup$/),
  ])

  const failed = backUp({ NODE_OPTIONS: `--import ${resolve('test/deploy/fail-restore.ts')}` })
  expect(failed.stderr).toContain('cannot be restored')
  expect(failed.status).toBe(1)
  expect(readdirSync(backups).filter((name) => name.endsWith('.broken'))).toHaveLength(1)
  expect(readdirSync(backups).filter((name) => name.startsWith('.trial'))).toEqual([])
})

test('it ends by itself when it is told to', async () => {
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
})

test('compose gives the service its settings, and more time to end than it takes', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: { motif: { build: { dockerfile: string }; environment: object; stop_grace_period: string } }
  }
  const { build, environment, stop_grace_period } = services.motif
  expect(build.dockerfile).toBe('deploy/Dockerfile')
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(30)
  const settings = readFileSync('docs/settings.md', 'utf8')
  for (const name of Object.keys(environment)) expect(settings).toContain(`\`${name}\``)
})
