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
  { row: '`snippet.js`, by brotli', aim: 6144, most: 12_059, bytes: brotliBytes('snippet.js') },
  {
    row: '`snippet.js` and `track-….js`, by brotli',
    aim: 12_288,
    most: 15_967,
    bytes: brotliBytes('snippet.js') + brotliBytes(chunkFile('track')),
  },
  {
    row: '`loader.js`, as it is pasted',
    aim: 1200,
    most: 1199,
    bytes: readFileSync('dist/loader.js').length,
  },
]

test.each(sizes)('$row: $most bytes at most', ({ bytes, most }) => expect(bytes).toBeLessThanOrEqual(most))

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
