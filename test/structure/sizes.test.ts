import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tagOf } from '../support/tag.ts'

/** What a visitor's browser fetches of a built file, in bytes, as the service compresses it. */
const brotliBytes = (file: string) => brotliCompressSync(readFileSync(file)).length

/** A tag as it is pasted, for a host and selectors of an ordinary length. */
const pastedBytes = () =>
  tagOf('inline', 'https://motif.example.com', {
    'data-hide': '#hero h1,#hero img,#hero .lead,.cta',
  }).replace(/ nonce="[^"]*"/, '').length

test('snippet.js is 4,096 bytes in brotli at most', () => {
  expect(brotliBytes('dist/snippet.js')).toBeLessThanOrEqual(4096)
})

test('the tag of a template is 1,024 bytes at most, as it is pasted', () => {
  expect(pastedBytes()).toBeLessThanOrEqual(1024)
})

test('the README states the sizes that are', () => {
  const readme = readFileSync('README.md', 'utf8')
  const stated = [...readme.matchAll(/^\|[^|\n]*`snippet\.js`[^|\n]*\|[^|\n]*\|\s*\**([\d,]+) B/gm)]
  expect(stated.map(([, bytes = '']) => Number(bytes.replace(',', '')))).toEqual([
    brotliBytes('dist/snippet.js'),
  ])
})
