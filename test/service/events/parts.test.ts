import { describe, expect, test } from 'vitest'
import { createGroupCommit } from '../../../service/events/collect/group-commit.ts'
import { isRobot } from '../../../service/events/collect/routes.ts'

describe('writing together', () => {
  const limits = { items: 10, bytesTogether: 90, bytes: 100, ageMs: 40 }
  const patient = { ...limits, ageMs: 10_000 }

  test('what comes during a write goes into the next one', async () => {
    const groups: number[][] = []
    const group = createGroupCommit(
      async (items: number[]) => {
        groups.push(items)
        await new Promise(setImmediate)
        return items.map((item) => item * 2)
      },
      patient,
      () => {},
    )
    const first = group.add(1, 1)
    await new Promise(setImmediate)
    const rest = [2, 3, 4].map((item) => group.add(item, 1))
    expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8])
    expect(groups).toEqual([[1], [2, 3, 4]])
    expect(group.waitingBytes()).toBe(0)
  })

  test('no more than so many bytes wait for a database that stalls, and nobody for ever', async () => {
    let proceed = () => {}
    const stalled = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const group = createGroupCommit(
      async (items: number[]) => {
        await stalled
        return items
      },
      limits,
      () => {},
    )
    const underWay = group.add(1, 60)
    await new Promise(setImmediate)
    const waits = group.add(2, 40)
    const refused = { refusal: 'unavailable', retryAfterSeconds: expect.any(Number) }
    await expect(group.add(3, 1)).rejects.toMatchObject(refused)
    await expect(underWay).rejects.toMatchObject(refused)
    await expect(waits).rejects.toMatchObject(refused)
    await expect(group.add(4, 1)).rejects.toMatchObject(refused)
    expect(group.waitingBytes()).toBe(60)
    proceed()
    await new Promise(setImmediate)
    expect(group.waitingBytes()).toBe(0)
    expect(await group.add(5, 1)).toBe(5)
  })
})

test.each([
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true, true],
  ['node', true, false],
  ['curl/8.5.0', true, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', false, false],
])('%s is a robot: %s, on the machine itself: %s', (userAgent, elsewhere, here) => {
  expect(isRobot(userAgent, '203.0.113.7')).toBe(elsewhere)
  expect(isRobot(userAgent, '::ffff:127.0.0.1')).toBe(here)
})
