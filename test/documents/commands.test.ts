import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commands } from '../../service/commands.ts'
import { readDocuments } from './documents.ts'

const documents = await readDocuments()
const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }

/** What the names of a document's calls of one command are. */
const namesIn = (text: string, call: RegExp) => [...text.matchAll(call)].map(([, name]) => name)

test.each(documents)('every npm script that $path tells of is there', ({ text }) => {
  for (const name of namesIn(text, /npm run (?:-s )?([a-z:-]+)/g))
    expect(Object.keys(scripts)).toContain(name)
})

test.each(documents)('every command of npm run motif that $path tells of is there', ({ text }) => {
  const first = commands.map(({ name }) => name.split(' ')[0])
  for (const name of namesIn(text, /npm run (?:-s )?motif -- ([a-z][a-z-]*)/g)) expect(first).toContain(name)
})

test.each(documents)(
  'every file of TypeScript that $path runs is run by the project’s own Node.js',
  ({ text }) => {
    for (const [call] of text.matchAll(/(?:npx )?\bnode [\w/-]+\.ts/g)) expect(call).toMatch(/^npx /)
  },
)
