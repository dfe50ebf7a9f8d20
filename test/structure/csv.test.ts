import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

/** How CSV is put together by hand: cells joined before a line end, or quotation marks doubled. */
const byHand = [
  /join\(['"`][,;]['"`]\)\}?\s*\+?\s*['"`]?(?:\\r)?\\n/,
  /replace(?:All)?\(\s*['/]"['/]g?\s*,\s*['"`]""['"`]/,
]

test('one file writes all rows of CSV: no cell goes out without the guard against formulas', () => {
  const writers = sourceFiles().filter((file) => byHand.some((way) => way.test(readFileSync(file, 'utf8'))))
  expect(writers).toEqual(['service/base/words/csv-cell.ts'])
})
