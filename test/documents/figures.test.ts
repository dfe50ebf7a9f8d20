import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const figures = await readFile('docs/figures.md', 'utf8')
const readme = await readFile('README.md', 'utf8')

/** A row of a table of figures: what was measured, the goal, Motif's figure, that of others. */
const row = /^\| (?!what|---)(.+?) \| .*\|$/gm

const rowsBehindMarker = (text: string) => {
  const [, behind = ''] = text.split('<!-- figures -->')
  return [...(behind.split('\n## ')[0] ?? '').matchAll(row)].map(([, what]) => what)
}

test('each table of figures says by what command and when it was measured', () => {
  const sections = figures.split('<!-- figures -->')[1]?.split('\n### ').slice(1) ?? []
  expect(sections.length).toBeGreaterThan(0)
  for (const section of sections) expect(section).toMatch(/^`npm run bench -- .+`, \d{4}-\d{2}-\d{2}, /m)
})

test('each line of figures in the README stands among all figures', () => {
  const deciding = rowsBehindMarker(readme)
  expect(deciding.length).toBeGreaterThan(0)
  expect(rowsBehindMarker(figures)).toEqual(expect.arrayContaining(deciding))
})
