import { expect, test } from 'vitest'
import { rememberSoon } from '../../../service/prospects/sources/website.ts'

test('a home page is fetched once for all who ask within five minutes', async () => {
  let nowMs = 0
  let calls = 0
  const find = rememberSoon(
    async (key) => `${key}${++calls}`,
    () => nowMs,
  )
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['a1', 'a1', 'b2'])
  nowMs = 5 * 60_000
  expect(await find('a')).toBe('a3')
})

test('a failure is forgotten', async () => {
  let calls = 0
  const find = rememberSoon(async () => {
    if (++calls === 1) throw new Error('down')
    return calls
  })
  await expect(find('a')).rejects.toThrow('down')
  expect(await find('a')).toBe(2)
})

test('a failure that took long is not waited for again, for half a minute', async () => {
  let nowMs = 0
  let calls = 0
  const find = rememberSoon(
    async () => {
      calls += 1
      nowMs += 10_000
      throw new Error('time-out')
    },
    () => nowMs,
  )
  await expect(find('a')).rejects.toThrow('time-out')
  await expect(find('a')).rejects.toThrow('time-out')
  expect(calls).toBe(1)
  nowMs += 30_000
  await expect(find('a')).rejects.toThrow('time-out')
  expect(calls).toBe(2)
})

test('five hundred are remembered, the oldest goes first', async () => {
  let calls = 0
  const find = rememberSoon(async () => ++calls)
  for (let n = 0; n <= 500; n++) await find(`${n}`)
  expect(await find('500')).toBe(501)
  expect(await find('0')).toBe(502)
})
