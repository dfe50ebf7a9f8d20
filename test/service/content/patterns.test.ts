import { expect, test } from 'vitest'
import { guardCell } from '../../../service/base/words/csv-cell.ts'
import { isIssuedPattern, newPattern } from '../../../service/base/words/ids.ts'

test('a new pattern has its form, and a file for spreadsheets shows it as it is', () => {
  const patterns = Array.from({ length: 2000 }, newPattern)
  expect(patterns.filter((pattern) => !isIssuedPattern(pattern))).toEqual([])
  expect(patterns.filter((pattern) => guardCell(pattern) !== pattern)).toEqual([])
  expect(new Set(patterns).size).toBe(patterns.length)
})
