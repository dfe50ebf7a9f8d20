import { expect, test } from 'vitest'
import { createFairQueue } from '../../../service/base/fair/fair-queue.ts'

const one = () => 1
const credit = 10

/** Lets turns be had, each of them costing what `costs` says, and gives whose they were. */
function turns(
  queue: ReturnType<typeof createFairQueue<string>>,
  count: number,
  costs: Record<string, number>,
) {
  return Array.from({ length: count }, () => {
    const turn = queue.begin(one)
    if (turn) queue.end(turn.key, costs[turn.key] ?? 1)
    return turn?.key
  })
}

test('of keys whose turns cost the same, each has one after the other', () => {
  const queue = createFairQueue<string>({ mostWaiting: () => 100, credit })
  for (const key of ['a', 'a', 'a', 'b', 'b', 'c']) queue.add(key, key)
  expect(turns(queue, 7, {})).toEqual(['a', 'b', 'c', 'a', 'b', 'a', undefined])
})

test('a key with little to do waits for one turn of those with much, each time', () => {
  const queue = createFairQueue<string>({ mostWaiting: () => 100, credit })
  const costs = { much: 200, more: 200, little: 2 }
  for (let at = 0; at < 50; at++) for (const key of ['much', 'more']) queue.add(key, key)
  expect(turns(queue, 3, costs)).toEqual(['much', 'more', 'much'])
  for (let round = 0; round < 10; round++) {
    const turn = queue.begin(one)
    queue.add('little', 'one of few')
    queue.end(turn?.key ?? '', 200)
    expect(turns(queue, 1, costs)).toEqual(['little'])
  }
})

test('a key that was away is not owed all of that time', () => {
  const queue = createFairQueue<string>({ mostWaiting: () => 100, credit })
  for (let at = 0; at < 90; at++) queue.add('here', 'here')
  turns(queue, 50, {})
  for (let at = 0; at < 30; at++) queue.add('back', 'back')
  const had = turns(queue, 30, {}).filter((key) => key === 'back')
  // What it is owed, and half of the rest.
  expect(had.length).toBe(credit + (30 - credit) / 2)
})

test('what is left of a turn comes first in the next, and too much of one key is refused', () => {
  const queue = createFairQueue<string>({ mostWaiting: () => 3, credit })
  expect(['1', '2', '3', '4'].map((item) => queue.add('a', item))).toEqual([true, true, true, false])
  expect(queue.add('b', '1')).toBe(true)
  const turn = queue.begin((items) => items.length)
  expect(turn).toEqual({ key: 'a', items: ['1', '2', '3'] })
  queue.add('a', '5')
  queue.end('a', 0, ['2', '3'])
  expect(queue.size).toBe(4)
  expect(queue.begin(one)).toEqual({ key: 'b', items: ['1'] })
  expect(queue.begin((items) => items.length)).toEqual({ key: 'a', items: ['2', '3', '5'] })
})

test('a key that cannot have a turn just now keeps its place', () => {
  const queue = createFairQueue<string>({ mostWaiting: () => 100, credit })
  for (const key of ['a', 'a', 'b', 'c']) queue.add(key, key)
  const notA = (key: string) => key !== 'a'
  expect(queue.begin(one, notA)?.key).toBe('b')
  expect(queue.begin(one, notA)?.key).toBe('c')
  expect(queue.has(notA)).toBe(false)
  expect(queue.begin(one, notA)).toBeUndefined()
  expect(turns(queue, 3, {})).toEqual(['a', 'a', undefined])
})
