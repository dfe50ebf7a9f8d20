import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { apiOperations, withApiTables } from '../../build/describe-api.ts'
import { settingsDocument } from '../../build/describe-settings.ts'
import { errorMeanings } from '../../service/base/http/schemas/error-codes.ts'
import { jobKinds } from '../../service/base/jobs/job.ts'
import { commands } from '../../service/commands.ts'
import { settings } from '../../service/config.ts'
import { settingsHelp } from '../../service/describe-settings.ts'
import { FaultList } from '../../service/events/today/operations.ts'
import { tasks } from '../../service/maintenance/tasks.ts'
import { anchorsIn, documents, read, relativeLinks } from './documents.ts'

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const words = (path: string) => read(path).replace(/\s+/g, ' ')

test.each(documents)('every link of $path leads somewhere', ({ path, text }) => {
  for (const link of relativeLinks(text)) {
    const [file, anchor] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    expect(existsSync(target), `${link} in ${path}`).toBe(true)
    if (anchor) expect(anchorsIn(read(target)), `${link} in ${path}`).toContain(anchor)
  }
})

test('fourteen documents at most, and the README leads to each', () => {
  const pages = globSync('docs/*.md')
  expect(pages.length).toBeLessThanOrEqual(14)
  expect(relativeLinks(read('README.md'))).toEqual(expect.arrayContaining(pages))
})

test.each(documents)('$path tells of scripts, commands and files that are there', ({ text }) => {
  const namesIn = (call: RegExp) => [...text.matchAll(call)].map(([, name]) => name)
  for (const name of namesIn(/npm run (?:-s )?([a-z:-]+)/g)) expect(Object.keys(scripts)).toContain(name)
  const first = commands.map(({ name }) => name.split(' ')[0])
  for (const name of namesIn(/npm run (?:-s )?motif -- ([a-z][a-z-]*)/g)) expect(first).toContain(name)
  for (const name of namesIn(/npx node ([\w/-]+\.ts)/g)) expect(existsSync(name ?? ''), name).toBe(true)
})

test.each(['docs/api.md', 'docs/console.md'])('the tables of %s say what the schemas say', (path) =>
  expect(read(path), 'npx node build/write-documents.ts writes them').toBe(withApiTables(read(path))),
)

test('every operation, every kind of fault and every error is told of', () => {
  const told = read('docs/api.md') + read('docs/console.md')
  const untold = apiOperations
    .map(({ method, url }) => `${method} ${url}`)
    .filter((operation) => !new RegExp(`${operation.replace(/[{}]/g, '\\$&')}[^/\\w]`).test(told))
  expect(untold).toEqual([])
  const faults = FaultList.properties.faults.items.anyOf as { properties: { kind: { enum?: string[] } } }[]
  const kinds = faults.flatMap(({ properties }) => properties.kind.enum ?? [])
  expect(kinds.filter((kind) => !told.includes(`\`${kind}\``))).toEqual([])
  const codes = [...read('README.md').matchAll(/\b([45]\d{4})\b/g)].map(([, code]) => code)
  expect(codes).toEqual(Object.keys(errorMeanings))
})

test('docs/operations.md has every setting, every task of maintenance, and how much is sent at a time', () => {
  expect(read('docs/operations.md').split('<!-- settings -->\n\n')[1]).toBe(settingsDocument())
  expect(Object.keys(tasks).filter((task) => !words('docs/operations.md').includes(`\`${task}\``))).toEqual(
    [],
  )
  const { concurrency, perHost } = jobKinds.deliver
  expect(words('docs/operations.md')).toContain(
    `sends ${concurrency} messages at a time (callbacks, webhooks, alerts and mails), at most ${perHost} of them`,
  )
})

test('--help shows every setting with its default, as plain text', () => {
  const help = settingsHelp()
  for (const name of Object.keys(settings)) expect(help).toMatch(new RegExp(`^  ${name} +\\S+.* {2}\\S`, 'm'))
  expect(help).not.toMatch(/[`[]/)
})

test('the map in docs/architecture.md has every folder of the service, and no other', () => {
  const [, map = ''] = /^service\/(.*?)^templates\//ms.exec(read('docs/architecture.md')) ?? []
  const folders = readdirSync('service', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const mapped = [...map.matchAll(/^ {2}([a-z]+)\/ /gm)].map(([, name]) => name)
  expect(mapped.sort()).toEqual(folders.map(({ name }) => name).sort())
})

test('what docs/architecture.md names is there', () => {
  const text = read('docs/architecture.md').replace(/^```.*?^```/gms, '')
  const code = globSync('{wire,loader,snippet,edge,editor,console,service}/**/*.{ts,tsx}')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const names = [...text.matchAll(/`([a-z]+[A-Z][A-Za-z]*)`/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})

test('each table of figures says by what command and when it was measured, and the README shows five of them', () => {
  const sections = read('docs/figures.md').split('\n## All figures\n')[1]?.split('\n### ').slice(1) ?? []
  expect(sections).toHaveLength(7)
  for (const section of sections) expect(section).toMatch(/`npm run bench -- .+`, \d{4}-\d{2}-\d{2}[,;]/)
  const [, shown = ''] = read('README.md').split('\n## Figures\n')
  const rows = [...shown.matchAll(/^\| (?!what|---)(.+?) \|/gm)].map(([, what]) => what)
  expect(rows).toHaveLength(5)
  for (const what of rows) expect(read('docs/figures.md')).toContain(`\n| ${what} |`)
})
