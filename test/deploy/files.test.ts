import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findFile } from '../support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'motif-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settings = readFileSync('docs/settings.md', 'utf8')
const units = ['motif.service', 'motif-backup.service', 'motif-backup.timer']
const read = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8')

test('the environment file has settings that there are, and none with a value twice', () => {
  const names = [...read('motif.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(settings).toContain(`\`${name}\``)
})

test('docker compose passes on every setting but those that the image has', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: { motif: { environment: Record<string, string | null> } }
  }
  const passed = Object.keys(services.motif.environment)
  const ofImage = /^ENV (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? ''
  const names = [...settings.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !passed.includes(name) && !ofImage.includes(`${name}=`))).toEqual([])
})

test('each unit of systemd has its sections, runs as its own user, and starts what there is', () => {
  for (const name of units) expect(read(name)).toMatch(/^\[Unit\]\n[\s\S]*^\[(Install|Service)\]/m)
  for (const name of units.slice(0, 2)) expect(read(name)).toMatch(/^User=motif$/m)
  const seconds = Number(/TimeoutStopSec=(\d+)/.exec(read('motif.service'))?.[1])
  expect(seconds).toBeGreaterThan(30)
})

test.skipIf(!findFile('systemd-analyze'))('systemd finds nothing wrong with the units', () => {
  // Its own Node.js is not this machine's.
  for (const name of units)
    writeFileSync(join(folder, name), read(name).replaceAll('/usr/bin/node', process.execPath))
  const paths = units.map((name) => join(folder, name))
  expect(execFileSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})

test('backups that cannot be restored do not fill the disk, nor does what a killed one left', () => {
  const [backups, programs] = ['backups', 'programs'].map((name) => mkdtempSync(join(folder, `${name}-`)))
  const at = (name: string) => join(backups as string, name)
  for (const name of [
    'motif-1.backup',
    'motif-1.backup.broken',
    'motif-2.backup.broken',
    'motif-2.backup.1a.part',
  ])
    writeFileSync(at(name), '')
  writeFileSync(at('motif-0.backup.2b.part'), '')
  utimesSync(at('motif-0.backup.2b.part'), 0, 0)
  // Writes an empty backup, and cannot restore it.
  const program = '#!/bin/sh\ncase $3 in backup) : > "$4";; restore) exit 1;; esac\n'
  writeFileSync(join(programs as string, 'node'), program, { mode: 0o755 })
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
  expect(spawnSync('sh', ['deploy/backup.sh', backups as string, '2'], { env }).status).toBe(1)
  expect(readdirSync(backups as string).sort()).toEqual([
    'motif-1.backup',
    'motif-2.backup.1a.part',
    'motif-2.backup.broken',
    expect.stringMatching(/^motif-20.*\.backup\.broken$/),
  ])
})

test('a backup that could not be checked, as the disk was full meanwhile, is not called broken', () => {
  const [backups, programs] = ['backups', 'programs'].map((name) => mkdtempSync(join(folder, `${name}-`)))
  // Writes a backup, and finds no space to restore it.
  const program =
    '#!/bin/sh\ncase $3 in backup) : > "$4";; restore) echo "DATA_DIR: no space left on the disk" >&2; exit 1;; esac\n'
  writeFileSync(join(programs as string, 'node'), program, { mode: 0o755 })
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
  const { status, stderr } = spawnSync('sh', ['deploy/backup.sh', backups as string], {
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^DATA_DIR: no space left on the disk\n.*\.backup was not checked: there is no space left/,
  )
  expect(readdirSync(backups as string)).toEqual([expect.stringMatching(/^motif-20.*\.backup$/)])
})

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; action: string } }[] }[]
}

test('each alert says what is wrong and what to do, and has its own name', () => {
  const { groups } = parse(readFileSync('deploy/monitoring/motif.rules.yaml', 'utf8')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { annotations, expr } of rules) {
    expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
    expect(count(expr, '(')).toBe(count(expr, ')'))
  }
})

const count = (text: string, part: string) => text.split(part).length

const cluster = (name: string) => readFileSync(`deploy/cluster/${name}`, 'utf8')

test('the cluster: every password is to be chosen, and a commit waits for a standby', () => {
  const { bootstrap, postgresql } = parse(cluster('patroni.yml')) as {
    bootstrap: { dcs: Record<string, unknown> }
    postgresql: Record<string, unknown>
  }
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  // Otherwise a node that cannot be rewound stays down until somebody comes.
  expect(postgresql).toMatchObject({
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
  })
  for (const [, value] of cluster('node.env').matchAll(/^[A-Z_]+PASSWORD=(.*)$/gm)) expect(value).toBe('')
  const { services } = parse(cluster('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>
  }
  expect(Object.keys(services)).toHaveLength(10)
  const environment = Object.keys(services.node1?.environment ?? {})
  const inFile = [...cluster('node.env').matchAll(/^(PATRONI_[A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(environment.filter((name) => name.startsWith('PATRONI_')).sort()).toEqual(inFile.sort())
})

test('docs/cluster.md gives HAProxy every variable that its configuration reads', () => {
  const read = [...cluster('haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name)
  const [, set = ''] =
    /`\/etc\/default\/haproxy`:\n\n```\n([^`]*)```/.exec(readFileSync('docs/cluster.md', 'utf8')) ?? []
  expect(read).toHaveLength(7)
  expect([...set.matchAll(/^(\w+)=./gm)].map(([, name]) => name).sort()).toEqual(read.sort())
})

test('each command of docker compose in the documents gives what the file requires, or needs no file', () => {
  const lines = ['operations', 'cluster'].flatMap((name) =>
    [...readFileSync(`docs/${name}.md`, 'utf8').matchAll(/(?:\w+=\S+ )?docker compose --[^`#\n]+/g)].map(
      String,
    ),
  )
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    const [, file] = / --file (\S+)/.exec(line) ?? []
    const [, project] = / --project-name (\S+)/.exec(line) ?? []
    if (file === undefined) {
      expect(readFileSync('deploy/compose.yaml', 'utf8')).toContain(`\nname: ${project}\n`)
      continue
    }
    const required = readFileSync(file, 'utf8').matchAll(/\$\{(\w+):\?/g)
    for (const [, name] of required) expect(line).toContain(`${name}=`)
  }
})

const haproxy = findFile('haproxy')

test.skipIf(!haproxy)('HAProxy takes its configuration', () => {
  const nodes = [1, 2, 3].flatMap((node) => [
    [`NODE${node}`, `10.0.0.${node}:5432`],
    [`NODE${node}_PATRONI`, '8008'],
  ])
  const env = { HAPROXY_LISTEN: '127.0.0.1:5433', ...Object.fromEntries(nodes) }
  execFileSync(haproxy as string, ['-c', '-f', 'deploy/cluster/haproxy.cfg'], { env, stdio: 'pipe' })
})

test.skipIf(!findFile('systemd-analyze') || !haproxy)(
  'systemd finds nothing wrong with the units of the cluster',
  () => {
    const paths = ['motif-etcd.service', 'motif-patroni.service'].map(
      (name) => `deploy/cluster/systemd/${name}`,
    )
    execFileSync('systemd-analyze', ['verify', '--man=no', ...paths], { stdio: 'pipe' })
  },
)
