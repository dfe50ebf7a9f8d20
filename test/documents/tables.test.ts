import { expect, test } from 'vitest'
import { jobKinds } from '../../service/base/jobs/job.ts'
import { tasks } from '../../service/maintenance/tasks.ts'
import { longTests } from '../long/tests.ts'
import { readDocuments, withoutCode } from './documents.ts'

/** What a person takes in at a glance, in characters. */
const widestCell = 80

function cellsOf(text: string): string[] {
  const rows = withoutCode(text).match(/^\|.*\|$/gm) ?? []
  return rows.flatMap((row) => row.slice(1, -1).split(/(?<!\\)\|/)).map((cell) => cell.trim())
}

test.each(await readDocuments())(
  'no cell of a table in $path is too long to be read at a glance',
  ({ text }) => {
    expect(cellsOf(text).filter((cell) => cell.length > widestCell)).toEqual([])
  },
)

test('nor is what a long test shows, which a full run writes into a table', () => {
  const shown = Object.values(longTests).map(({ shows }) => shows)
  expect(shown.filter((text) => text.length > widestCell)).toEqual([])
})

test('docs/tests.md has a row for every long test, and for no other', async () => {
  const text = (await readDocuments()).find(({ path }) => path === 'docs/tests.md')?.text ?? ''
  const [, chapter = ''] = /^## Long tests\n(.*?)^## /ms.exec(text) ?? []
  const rows = [...chapter.matchAll(/^\| `([a-z-]+)` \| .+ \|$/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(Object.keys(longTests).sort())
})

test('docs/operations.md says of every task of maintenance what it does', async () => {
  const text = (await readDocuments()).find(({ path }) => path === 'docs/operations.md')?.text ?? ''
  expect(Object.keys(tasks).filter((task) => !text.includes(`\`${task}\``))).toEqual([])
})

test('docs/operations.md says how many messages are sent at a time', async () => {
  const text = (await readDocuments()).find(({ path }) => path === 'docs/operations.md')?.text ?? ''
  const { concurrency, perHost } = jobKinds.deliver
  const words = text.replace(/\s+/g, ' ')
  expect(words).toContain(`A process sends ${concurrency} messages at a time`)
  expect(words).toContain(`at most ${perHost} of them to one host`)
})
