import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rareFile } from '../../build/page-files.ts'

const sources =
  'build console design docs edge editor loader service snippet wire dist build.ts package.json package-lock.json test/package.json tsconfig.json LICENSE'

let root: string
let dist: string

/** A checkout of its own, where a test may change sources. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'motif-checkout-'))
  dist = join(root, 'dist')
  for (const name of sources.split(' ')) cpSync(name, join(root, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
})
afterAll(() => rmSync(root, { recursive: true }))

const build = () =>
  spawnSync(process.execPath, [join(root, 'build.ts'), '--changed'], { cwd: root, encoding: 'utf8' })

const change = (code: string) => appendFileSync(join(root, 'snippet/rare/storage.ts'), code)

test('a build keeps the rare files that the script before it asks for, and is not repeated without a change', {
  timeout: 900_000,
}, () => {
  const before = rareFile('storage', dist)
  change('export const change = "of today"\n')
  expect(build().stderr).toBe('building dist/, because sources have changed or it was never built\n')
  expect(rareFile('storage', dist)).not.toBe(before)
  expect([before, rareFile('storage', dist)].every((file) => existsSync(file))).toBe(true)
  const { ino } = statSync(join(dist, 'service/main.js'))
  expect(build()).toMatchObject({ status: 0, stderr: '' })
  expect(statSync(join(dist, 'service/main.js')).ino).toBe(ino)
})

test('a build that fails says where, and leaves the one before as it was', { timeout: 900_000 }, () => {
  const before = readFileSync(join(dist, 'snippet.js'), 'utf8')
  change('const = no code\n')
  const { status, stderr } = build()
  expect(status).toBe(1)
  expect(stderr).toContain('storage.ts')
  expect(readFileSync(join(dist, 'snippet.js'), 'utf8')).toBe(before)
  expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
})

/** A loop over inherited names that defines each: on a page that extends `Object.prototype` it throws. */
const definesInherited = /for\s*\((?:var|let|const) (\w+) in \w+\)\s*[\w$.]+\(\w+,\s*\1,\s*\{\s*get/

test.each(globSync('dist/{snippet,loader,motif,editor,storage-*,bridge-*,sanitiser-*}.js'))(
  '%s reads the same in every encoding of a page, and exports no names that it has given to all objects',
  (file) => {
    const code = readFileSync(file, 'utf8')
    expect(code).not.toMatch(definesInherited)
    if (!file.endsWith('editor.js')) expect([...code].filter((one) => one > '\x7f')).toEqual([])
  },
)

test('the bill of materials has what the service needs and what is bundled, each with its hash', () => {
  const bill = JSON.parse(readFileSync('dist/motif.cdx.json', 'utf8')) as {
    bomFormat: string
    components: { name: string; purl: string; hashes: { content: string }[] }[]
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), 'preact', 'uplot', 'dompurify']),
  )
  for (const { name, hashes } of bill.components) expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
})
