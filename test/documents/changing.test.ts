import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const text = readFileSync('docs/changing.md', 'utf8')
const recipes = text
  .split('\n## ')
  .slice(1)
  .map((chapter) => {
    const [title = '', ...lines] = chapter.split('\n')
    return { title, chapter, steps: lines.filter((line) => /^\d+\. /.test(line)).length }
  })

const folders = '{wire,loader,snippet,edge,editor,console,service}'
const code = globSync(`${folders}/**/*.{ts,tsx}`)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

test('docs/changing.md has twelve recipes, and its table says how many files each touches', () => {
  const rows = [...text.matchAll(/^\| \[(.+)\]\(#.+\) \| (\d+) \|$/gm)].map(([, title, files]) => [
    title,
    Number(files),
  ])
  expect(rows).toHaveLength(12)
  expect(rows).toEqual(
    recipes.map(({ title, steps }) => [`${title.charAt(0).toLowerCase()}${title.slice(1)}`, steps]),
  )
})

test.each(recipes)('what the recipe $title names is there', ({ chapter }) => expectNamed(chapter))

test('what docs/architecture.md names is there', () =>
  expectNamed(readFileSync('docs/architecture.md', 'utf8').replace(/^```.*?^```/gms, '')))

/** Expects the files and functions to exist that a text has in code. */
function expectNamed(chapter: string): void {
  const quoted = [...chapter.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const paths = quoted.filter((name) => /^[a-z-]+\/.*\.tsx?$/.test(name))
  // A new file: its folder is there.
  for (const path of paths)
    expect(existsSync(/[A-Z]/.test(path) ? dirname(path).replace('/ROOM', '') : path), path).toBe(true)
  const names = quoted.filter(
    (name) => /^[A-Za-z]*[a-z][A-Z][A-Za-z]*$/.test(name) && !name.startsWith('PostgreSQL'),
  )
  const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
  expect(missing).toEqual([])
}
