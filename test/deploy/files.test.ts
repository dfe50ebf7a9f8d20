import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../service/config.ts'
import { findFile } from '../support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'motif-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = ['motif.service', 'motif-backup.service', 'motif-backup.timer']

test('the environment file and docker compose have the settings that there are', () => {
  const names = [...read('systemd/motif.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect([...Object.keys(settings), 'PGPASSWORD']).toEqual(expect.arrayContaining(names))
  const { services } = parse(read('compose.yaml')) as {
    services: { motif: { environment: Record<string, string | null>; stop_grace_period: string } }
  }
  const passed = Object.keys(services.motif.environment)
  const ofImage = /^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? ''
  const missing = Object.keys(settings).filter(
    (name) => !passed.includes(name) && !ofImage.includes(`${name}=`),
  )
  expect(missing).toEqual([])
  expect(Number.parseInt(services.motif.stop_grace_period, 10)).toBeGreaterThan(30)
})

test('each service of systemd runs as its own user, and has more time to end than it takes', () => {
  for (const name of units.slice(0, 2)) expect(read(`systemd/${name}`)).toMatch(/^User=motif$/m)
  const seconds = Number(/TimeoutStopSec=(\d+)/.exec(read('systemd/motif.service'))?.[1])
  expect(seconds).toBeGreaterThan(30)
})

test.skipIf(!findFile('systemd-analyze'))('systemd finds nothing wrong with the units', () => {
  const paths = units.map((name) => join(folder, name))
  // Its own Node.js is not this machine's.
  for (const [at, name] of units.entries())
    writeFileSync(paths[at] ?? '', read(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath))
  expect(execFileSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})

test('each alert says what is wrong and what to do', () => {
  const { groups } = parse(read('monitoring/motif.rules.yaml')) as {
    groups: { rules: { alert: string; annotations: { summary: string; action: string } }[] }[]
  }
  for (const { annotations } of groups.flatMap(({ rules }) => rules))
    expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
})

test('the cluster: every password is to be chosen, a commit waits for a standby, HAProxy gets what it reads', () => {
  const { bootstrap } = parse(read('cluster/patroni.yml')) as { bootstrap: { dcs: object } }
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  for (const [, value] of read('cluster/node.env').matchAll(/^[A-Z_]+PASSWORD=(.*)$/gm))
    expect(value).toBe('')
  const { services } = parse(read('cluster/compose.yaml'), { merge: true }) as { services: object }
  expect(Object.keys(services)).toHaveLength(10)
  const asked = [...read('cluster/haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name)
  for (const name of asked) expect(readFileSync('docs/scale.md', 'utf8')).toContain(`\n${name}=`)
})
