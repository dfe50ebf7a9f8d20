import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packagesForProduction } from './packages.ts'

const forProduction = packagesForProduction()

test('an install for production takes 150 MB or less, and brings neither a Node.js nor what only builds', () => {
  const output = execFileSync('du', ['-scm', ...forProduction], { encoding: 'utf8' })
  const megabytes = Number(/^(\d+)\s+total$/m.exec(output)?.[1])
  expect(megabytes).toBeGreaterThan(50)
  expect(megabytes).toBeLessThanOrEqual(150)
  for (const name of ['node', 'esbuild', 'terser', 'typescript', 'vitest'])
    expect(forProduction).not.toContain(`node_modules/${name}`)
})

test.each(['prestart', 'premotif'])(
  'a Node.js that is too old is told by %s in one line what to do',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const script = scripts[name]?.replace('process.versions.node', "'20.20.2'") ?? ''
    const { status, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Motif needs Node\.js 24 or newer: install one, or .*\n$/)
  },
)
