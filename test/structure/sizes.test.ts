import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** What a browser fetches of built files, in bytes, as the service compresses them. */
function brotliBytes(...files: string[]): number {
  return files
    .map((file) => brotliCompressSync(readFileSync(`dist/${file}`)).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

test.each([
  ['editor.js, which no visitor loads', 120 * 1024, () => brotliBytes('editor.js')],
  ['the first screen of the console, its plot too', 120 * 1024, () => brotliBytes(...firstScreen())],
])('%s: %d bytes at most', (_, most, bytes) => {
  expect(bytes()).toBeLessThanOrEqual(most)
})

function firstScreen(): string[] {
  const plot = readdirSync('dist/console').find((name) => name.startsWith('plot-')) ?? 'missing'
  return ['console.js', 'console.css', plot].map((name) => `console/${name}`)
}
