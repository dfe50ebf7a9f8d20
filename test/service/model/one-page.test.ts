import { expect, test } from 'vitest'
import { onePage } from '../../../service/base/words/one-page.ts'

const items = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length))

test('an answer has all that was asked for where it has room', () => {
  expect(onePage(items(1000, 2000))).toHaveLength(1000)
})

test('an answer ends where it would be too long, and has one at least', () => {
  expect(onePage(items(1000, 100_000))).toHaveLength(20)
  expect(onePage(items(2, 3_000_000))).toHaveLength(1)
})

test('nothing is nothing', () => {
  expect(onePage([])).toEqual([])
})
