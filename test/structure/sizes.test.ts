import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chunkFile } from '../support/chunks.ts'

/** What a visitor's browser fetches of a built file, in bytes, as the service compresses it. */
const brotliBytes = (file: string) => brotliCompressSync(readFileSync(`dist/${file}`)).length

/**
 * The rows of the README's table of sizes: what is measured, what is aimed at, and the most that it may have meanwhile.
 * Above the aim stands what keeps a page safe; docs/figures.md says what.
 */
const sizes = [
  { row: '`snippet.js`, by brotli', aim: 6144, most: 12_151, bytes: brotliBytes('snippet.js') },
  {
    row: '`snippet.js`, `follow-….js` and `track-….js`, by brotli',
    aim: 12_288,
    most: 22_838,
    bytes: ['snippet.js', chunkFile('follow'), chunkFile('track')].map(brotliBytes).reduce((a, b) => a + b),
  },
  {
    row: '`loader.js`, as it is pasted',
    aim: 1200,
    most: 1199,
    bytes: readFileSync('dist/loader.js').length,
  },
]

test.each(sizes)('$row: $most bytes at most', ({ bytes, most }) => expect(bytes).toBeLessThanOrEqual(most))

/** The most bytes of the other files, as the table of docs/script.md has them. */
const others = {
  follow: 6590,
  frameworks: 1100,
  html: 1360,
  edge: 1500,
  sanitiser: 10_400,
  spool: 640,
  preview: 750,
  editing: 540,
} as const

test.each(Object.entries(others))('%s: %d bytes at most, as docs/script.md says', (name, most) => {
  expect(brotliBytes(chunkFile(name as keyof typeof others))).toBeLessThanOrEqual(most)
  const [row] = new RegExp(`\\| \`${name}\` \\|.*`).exec(readFileSync('docs/script.md', 'utf8')) ?? []
  expect(row).toContain(`| ${most.toLocaleString('en')} B |`)
})

test('no module of the script lies in two files', () => {
  const files = JSON.parse(readFileSync('dist/modules.json', 'utf8')) as Record<
    string,
    Record<string, number>
  >
  const places = Map.groupBy(
    Object.entries(files).flatMap(([file, modules]) =>
      Object.entries(modules).map(([module, bytes]) => ({ file, module, bytes })),
    ),
    ({ module }) => module,
  )
  // Words and tables of wire/ are for each file to have.
  const twice = [...places].filter(([module, { length }]) => module.startsWith('snippet/') && length > 1)
  expect(twice).toEqual([])
})

test('the README states the sizes that are', () => {
  const inWords = (bytes: number) => `${bytes.toLocaleString('en')} B`
  const readme = readFileSync('README.md', 'utf8')
  for (const { row, aim, bytes } of sizes)
    expect(readme).toContain(`| ${row} | ${inWords(bytes)} | ${inWords(aim)} |`)
})

test('the first screen of the console, its plot too: 120 KB at most', () => {
  const plot = readdirSync('dist/console').find((name) => name.startsWith('days-plot-')) ?? 'missing'
  const files = ['console.js', 'console.css', plot].map((name) => brotliBytes(`console/${name}`))
  expect(files.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(120 * 1024)
})

test('the editor, which no visitor loads: 120 KB at most', () =>
  expect(brotliBytes('editor.js')).toBeLessThanOrEqual(120 * 1024))
