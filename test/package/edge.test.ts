import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const run = promisify(execFile)
const project = realpathSync(mkdtempSync(join(tmpdir(), 'motif-edge-')))

afterAll(() => rmSync(project, { recursive: true, force: true }))

const script = `
import { createEdge } from '@motif/edge'
const edge = createEdge({ origin: 'https://o.example', service: 'https://s.example', fetch: async (url) =>
  url.startsWith('https://s.example/p/Ada')
    ? Response.json({ pattern: 'Ada', content: [{ selector: '.t', type: 'text', payload: 'Ada' }] })
    : new Response('<!doctype html><head></head><p class=t>All</p>', { headers: { 'content-type': 'text/html' } }) })
const answer = await edge(new Request('https://www.example.com/?pattern=Ada'))
console.log((await answer.text()).replace(/<script.*?script>/, ''))
`

test('the package @motif/edge, packed and installed, depends on nothing and personalises a page', async () => {
  const npm = (args: string[], cwd: string) => run('npm', args, { cwd })
  const packed = await npm(['pack', '--json', '--pack-destination', project], resolve('dist/packages/edge'))
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }]
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], project)
  const installed = join(project, 'node_modules/@motif/edge')
  expect(readdirSync(installed).sort()).toEqual([
    'LICENSE',
    'README.md',
    'edge.d.ts',
    'edge.js',
    'package.json',
  ])
  expect(readFileSync(join(installed, 'edge.js'), 'utf8')).not.toMatch(/\bimport\b|\brequire\(/)
  writeFileSync(join(project, 'app.js'), script)
  const { stdout } = await run(process.execPath, ['app.js'], { cwd: project })
  expect(stdout).toBe(
    '<!doctype html><head></head><p data-motif="Ada text" data-motif-text="All" class=t>Ada</p>\n',
  )
})
