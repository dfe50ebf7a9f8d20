import { globSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** The names with which the lines of a document's blocks of code begin: files with two blanks before them, or folders. */
const namesIn = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, name]) => name)

test('docs/script.md lists every file of the script, and no other', async () => {
  const sources = globSync(
    '{loader/*.ts,snippet/*.ts,snippet/{first,follow,track,deliver}/*.ts,snippet/rare/**/*.ts}',
  )
  const listed = namesIn(await readFile('docs/script.md', 'utf8'), /^ {2}([a-z-]+(?:\.d)?\.ts) {2}/gm)
  expect(listed.sort()).toEqual(sources.map((path) => basename(path)).sort())
})

test('the map in docs/architecture.md has every folder of the service, and no other', async () => {
  const [, map = ''] =
    /^service\/(.*?)^templates\//ms.exec(await readFile('docs/architecture.md', 'utf8')) ?? []
  const folders = readdirSync('service', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(namesIn(map, /^ {2}([a-z]+)\/ /gm).sort()).toEqual(folders.map(({ name }) => name).sort())
})
