import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

const writer = 'service/base/words/csv-cell.ts'

/** How CSV is put together by hand: cells joined before a line end, or quotation marks doubled. */
const byHand = [
  /join\(['"`][,;]['"`]\)\}?\s*\+?\s*['"`]?(?:\\r)?\\n/,
  /replace(?:All)?\(\s*['/]"['/]g?\s*,\s*['"`]""['"`]/,
]
const isByHand = (source: string) => byHand.some((way) => way.test(source))

test('one file writes all rows of CSV: no cell goes out without the guard against formulas', () => {
  expect(sourceFiles().filter((file) => isByHand(readFileSync(file, 'utf8')))).toEqual([writer])
})

test.each([
  String.raw`${'`$'}{cells.join(',')}\n${'`'}`,
  String.raw`cells.join(';') + '\r\n'`,
  `text.replaceAll('"', '""')`,
  `text.replace(/"/g, '""')`,
])('a row that is written by hand is seen: %s', (source) => {
  expect(isByHand(source)).toBe(true)
})
