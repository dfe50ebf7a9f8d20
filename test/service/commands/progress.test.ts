import { expect, test } from 'vitest'
import { createProgress } from '../../../service/base/commands/progress.ts'

test('the bar shows share, lines and lines a second, ten times a second at most', () => {
  let nowMs = 0
  const drawn: string[] = []
  const progress = createProgress(
    (text) => drawn.push(text),
    () => nowMs,
  )
  nowMs = 2000
  progress.show(0.5, 30_000)
  nowMs = 2050
  progress.show(0.6, 40_000)
  nowMs = 4000
  progress.show(1, 80_000)
  progress.clear()
  expect(drawn).toEqual([
    '\r[############............]  50 % 30,000 lines, 15,000/s\x1b[K',
    '\r[########################] 100 % 80,000 lines, 20,000/s\x1b[K',
    '\r\x1b[K',
  ])
})

test('what was never drawn is not taken off', () => {
  const drawn: string[] = []
  createProgress((text) => drawn.push(text)).clear()
  expect(drawn).toEqual([])
})
