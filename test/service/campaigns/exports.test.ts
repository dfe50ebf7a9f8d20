import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBeginning } from '../../../service/campaigns/import/read-beginning.ts'
import { type Below, type Export, exports, meaningOf } from './exports.ts'
import { fileOf } from './write-export.ts'

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}

/** How many columns are known as they should be, without a hand, and which are not. */
async function judge(exported: Export, titles?: string[]) {
  const reading = await readBeginning(chunksOf(await fileOf(exported, titles)), {})
  const judged = exported.columns.map(([title, below], at) => {
    const [meant, taken] = [
      (meaningOf as Partial<Record<Below, string>>)[below],
      reading.columns[at]?.meaning,
    ]
    return { title, meant, taken, isRight: meant === taken }
  })
  return {
    problem: reading.problem,
    people: reading.people,
    right: judged.filter(({ isRight }) => isRight).length,
    /** Taken for something that it is not: nobody would be asked. */
    wrong: judged.filter(({ isRight, taken }) => !isRight && taken !== undefined),
  }
}

/** Titles that say nothing, as a spreadsheet without a header calls its columns. */
const plainTitles = ({ columns }: Export) => columns.map((_, at) => `Column ${String.fromCharCode(65 + at)}`)

const table = await Promise.all(
  exports.map(async (exported) => {
    const { above: _, ...plain } = exported
    return {
      exported,
      name: exported.name,
      byTitles: await judge(exported),
      byContents: await judge(plain, plainTitles(exported)),
    }
  }),
)

describe('twelve exports of the usual programs, in five languages', () => {
  test.each(table)(
    '$name: no column is taken for what it is not, and everybody is found',
    ({ byTitles, byContents }) => {
      for (const { problem, people, wrong } of [byTitles, byContents]) {
        expect(wrong).toEqual([])
        expect(problem).toBeUndefined()
        expect(people).toBe(8)
      }
    },
  )

  test('the documents say how many columns are known without a hand', () => {
    const sum = (count: (row: (typeof table)[number]) => number) =>
      table.reduce((all, row) => all + count(row), 0)
    const total = [
      sum(({ exported }) => exported.columns.length),
      sum(({ byTitles }) => byTitles.right),
      sum(({ byContents }) => byContents.right),
    ]
    const [columns, byTitles, byContents] = total
    expect(readFileSync('docs/campaigns.md', 'utf8').replace(/\s+/g, ' ')).toMatch(
      new RegExp(
        `Of ${columns} columns .* ${byTitles} are known by their titles, and ${byContents} by what is in them`,
      ),
    )
  })
})
