import { expect, test } from 'vitest'
import { createRenderBudget } from '../../../service/content/record-budget.ts'

const longerThanAllowedMs = 600

/** As on a machine where others have the processor. */
const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longerThanAllowedMs)

function work(): void {
  const end = process.threadCpuUsage().user + longerThanAllowedMs * 1000
  while (process.threadCpuUsage().user < end);
}

test('a record loses no item because others had the processor', () => {
  const { spend } = createRenderBudget()
  spend(sleep)
  expect(spend(() => 'Hello Ada')).toBe('Hello Ada')
})

test('a record whose items take half a second of rendering gets no more of them', () => {
  const { spend } = createRenderBudget()
  spend(work)
  expect(() => spend(() => 'Hello Ada')).toThrow('limit exceeded')
})
