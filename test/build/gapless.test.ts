import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFile } from '../../build/lock.ts'
import { listFiles } from '../../build/replace-files.ts'
import { sources, stampFile } from '../../build/stamp.ts'
import { patienceMs } from '../support/browsers/browser.ts'

let root: string
let dist: string

/** A checkout of its own, built, as two that start at once in an empty one build it. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'motif-checkout-'))
  dist = join(root, 'dist')
  for (const name of sources) cpSync(name, join(root, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  // Takes longer than the rest, and is made once.
  for (const file of globSync('dist/pglite-*.tar.gz')) cpSync(file, join(root, file))
  await Promise.all([build('--changed'), build('--changed')])
}, patienceMs)
afterAll(() => rmSync(root, { recursive: true }))

/** Runs the build; throws with its own words where it fails. */
async function build(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'build.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (bytes: Buffer) => {
    words += bytes
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(words)
}

const read = (name: string) => readFileSync(join(dist, name), 'latin1')

/** What is in `dist`, but for the files of the build's own. */
async function readAll(): Promise<Map<string, string>> {
  const names = (await listFiles(dist)).filter((name) => name !== lockFile && name !== stampFile)
  return new Map(names.map((name) => [name, read(name)]))
}

const foldersOfBuilds = () => readdirSync(root).filter((name) => name.startsWith('dist'))

/** Another build puts another file in the place of each. */
const whichFile = (name: string) => statSync(join(dist, name)).ino

/** Makes a chunk, the script that names it and the service different. */
function changeSources(word: string): void {
  appendFileSync(join(root, 'snippet/track/track.ts'), `export const ${word} = "${word}"\n`)
  appendFileSync(join(root, 'service/main.ts'), `console.log("${word}")\n`)
}

/** What a reader may meet of a file: how long it is, or nothing. */
const lengthOf = (name: string) => statSync(join(dist, name), { throwIfNoEntry: false })?.size ?? 'missing'

/** All that a reader met of the files of these names until `done`. */
async function watchUntil(done: Promise<unknown>, names: string[]) {
  const seen = new Map(names.map((name) => [name, new Set<number | string>()]))
  let isDone = false
  const end = () => {
    isDone = true
  }
  done.then(end, end)
  while (!isDone) {
    for (const [name, lengths] of seen) lengths.add(lengthOf(name))
    // The builds need the processor.
    await wait(1)
  }
  return seen
}

test('two that start at once in an empty checkout both find all that is built', async () => {
  const names = [...(await readAll()).keys()]
  expect(names).toEqual(
    expect.arrayContaining(['snippet.js', 'loader.js', 'motif.js', 'service/main.js', 'console/console.js']),
  )
  const { current } = JSON.parse(read('chunks.json')) as { current: string[] }
  expect(names).toEqual(expect.arrayContaining(current))
  expect(foldersOfBuilds()).toEqual(['dist'])
})

test('while two builds run at once, every file is there, as it was or as it will be', {
  timeout: 2 * patienceMs,
}, async () => {
  const before = await readAll()
  changeSources('whileReading')
  const builds = Promise.all([build(), build()])
  const seen = await watchUntil(builds, [...before.keys()])
  await builds
  const after = await readAll()
  expect(after.get('service/main.js')).toContain('whileReading')
  expect(after.get('snippet.js')).not.toBe(before.get('snippet.js'))
  const chunk = [...before.keys()].find((name) => name.startsWith('track-')) ?? ''
  expect(after.get(chunk)).toBe(before.get(chunk))
  for (const name of [...before.keys()].filter((each) => after.has(each))) {
    const lengths = [before, after].map((files) => files.get(name)?.length)
    expect(lengths, name).toEqual(expect.arrayContaining([...(seen.get(name) ?? [])]))
  }
})

test('nothing is built where no source is newer', { timeout: patienceMs }, async () => {
  const [service, stamp] = [whichFile('service/main.js'), read(stampFile)]
  await build('--changed')
  expect(whichFile('service/main.js')).toBe(service)
  expect(read(stampFile)).toBe(stamp)
})

test('a source that changed is built, and what is no longer made goes', { timeout: patienceMs }, async () => {
  writeFileSync(join(dist, 'packages/snippet/of-yesterday.js'), '')
  changeSources('sinceThen')
  await build('--changed')
  expect(read('service/main.js')).toContain('sinceThen')
  expect(existsSync(join(dist, 'packages/snippet/of-yesterday.js'))).toBe(false)
})

test('a file that is missing is built again', { timeout: patienceMs }, async () => {
  rmSync(join(dist, 'loader.js'))
  await build('--changed')
  expect(existsSync(join(dist, 'loader.js'))).toBe(true)
})

test('a build that fails leaves the one before as it was', { timeout: patienceMs }, async () => {
  const before = await readAll()
  appendFileSync(join(root, 'snippet/track/track.ts'), 'const = no code\n')
  await expect(build('--changed')).rejects.toThrow('track.ts')
  expect(await readAll()).toEqual(before)
  expect(foldersOfBuilds()).toEqual(['dist'])
})
