import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The folders of packages that `npm ci --omit=dev` makes, of those that are there. */
function packagesForProduction(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
  }
  const all = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, link }]) => /^node_modules/.test(path) && !dev && !devOptional && !link,
    )
    .map(([path]) => path)
    .filter((path) => existsSync(path))
  return all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)))
}

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
/** What the last stage of the Dockerfile says, as a list of words. */
const wordsOf = (step: RegExp) => JSON.parse(step.exec(dockerfile)?.[1] ?? '[]') as string[]
const folder = mkdtempSync(join(tmpdir(), 'motif-image-'))
/** What is in the image: the project without what only builds and tests, and the packages for production. */
const workdir = join(folder, 'motif')
const environment = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0' }
let service: ReturnType<typeof spawn>
let url = ''

beforeAll(async () => {
  const [, left = ''] = /^RUN rm -rf (.*)$/m.exec(dockerfile) ?? []
  const names = readdirSync('.').filter(
    (name) => !['node_modules', 'data', ...left.split(' ')].includes(name),
  )
  mkdirSync(workdir)
  for (const name of names) cpSync(name, join(workdir, name), { recursive: true })
  for (const path of packagesForProduction()) {
    mkdirSync(dirname(join(workdir, path)), { recursive: true })
    symlinkSync(resolve(path), join(workdir, path))
  }
  const [command = '', ...args] = wordsOf(/^CMD (.*)$/m)
  service = spawn(command, args, { cwd: workdir, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const text of service.stdout ?? []) {
    output += text
    url = /listening on (\S+)/.exec(output)?.[1] ?? ''
    if (url) break
  }
}, 900_000)

afterAll(() => {
  service?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const run = ([command = '', ...args]: string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, { cwd: workdir, encoding: 'utf8', env: { ...environment, ...env } })

test('the image starts, and says that it is healthy', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', version })
  const check = (port: string) => run(wordsOf(/^HEALTHCHECK .* CMD (.*)$/m), { PORT: port }).status
  await expect.poll(() => check(new URL(url).port)).toBe(0)
  expect(check('1')).toBe(1)
}, 900_000)

test('the backup of each night is restored once, keeps the newest, and marks one that cannot be restored', () => {
  const backups = join(folder, 'backups')
  execFileSync('mkdir', ['-m', '700', backups])
  for (const day of ['01', '02', '03'])
    writeFileSync(join(backups, `motif-2026-01-${day}T03-30-00Z.backup`), '')
  const done = run(['sh', 'deploy/backup.sh', backups, '2'])
  expect(done.stderr).toMatch(/^the database is in .*\nthe database is restored\n$/)
  expect(readdirSync(backups).sort()).toEqual([
    'motif-2026-01-03T03-30-00Z.backup',
    expect.stringMatching(/^motif-2\d{3}-.*\.backup$/),
  ])
  const failing = join(folder, 'fail.js')
  writeFileSync(failing, "if (process.argv.includes('restore')) process.exit(1)")
  const failed = run(['sh', 'deploy/backup.sh', backups, '2'], { NODE_OPTIONS: `--require ${failing}` })
  expect(failed.status).toBe(1)
  expect(readdirSync(backups).filter((name) => name.endsWith('.broken'))).toHaveLength(1)
}, 900_000)

test('it ends by itself when it is told to', async () => {
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
})

test('an install for production takes 150 MB or less, and brings neither a Node.js nor what only builds', () => {
  const packages = packagesForProduction()
  const output = execFileSync('du', ['-scm', ...packages], { encoding: 'utf8' })
  expect(Number(/^(\d+)\s+total$/m.exec(output)?.[1])).toBeLessThanOrEqual(150)
  for (const name of ['node', 'esbuild', 'typescript', 'vitest'])
    expect(packages).not.toContain(`node_modules/${name}`)
})

test.each(['prestart', 'premotif'])('%s tells in one line that a Node.js is too old', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const script = scripts[name]?.replace('process.versions.node', "'20.20.2'") ?? ''
  const { status, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Motif needs Node\.js 24 or newer: install one, or .*\n$/)
})
