import { expect, test } from 'vitest'
import { createGroups } from '../../../service/base/words/groups.ts'

/** Doubles numbers, but for 13; `done` is what was done together. */
function doubling(most = 20) {
  const done: number[][] = []
  const double = createGroups({
    keyOf: (one: number) => String(one % 2),
    most,
    work: async (group) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (group.includes(13)) throw new Error('unlucky')
      done.push(group)
      return group.map((one) => one * 2)
    },
  })
  return { double, done }
}

test('what comes alone is done at once, what comes meanwhile together, each with its own result', async () => {
  const { double, done } = doubling()
  expect(await Promise.all([1, 3, 5, 2, 7].map(double))).toEqual([2, 6, 10, 4, 14])
  expect(done).toEqual([[1], [2], [3, 5, 7]])
})

test('no group is larger than it may be', async () => {
  const { double, done } = doubling(2)
  await Promise.all([1, 3, 5, 7].map(double))
  expect(done).toEqual([[1], [3, 5], [7]])
})

test('one that fails is nobody else’s fault', async () => {
  const { double } = doubling()
  const results = await Promise.allSettled([11, 13, 15].map(double))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
