import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { createGroups } from '../../../service/base/concurrency.ts'
import { createCollector } from '../../../service/events/collect/collector.ts'
import { isRobot } from '../../../service/events/collect/routes.ts'

describe('writing together', () => {
  const inGroups = (work: (group: number[]) => Promise<number[]>) =>
    createGroups({ keyOf: () => '', most: 10, work })

  test('what comes during a write goes into the next one', async () => {
    const groups: number[][] = []
    const write = inGroups(async (group) => {
      groups.push(group)
      await new Promise(setImmediate)
      return group.map((each) => each * 2)
    })
    const first = write(1)
    await new Promise(setImmediate)
    expect(await Promise.all([first, ...[2, 3, 4].map(write)])).toEqual([2, 4, 6, 8])
    expect(groups).toEqual([[1], [2, 3, 4]])
  })

  test.each([
    { why: 'one that cannot be written stops no other', code: '22021', tried: [3, 1, 1, 1], written: [1, 3] },
    { why: 'while the database is away each is tried once', code: '57P03', tried: [3], written: [] },
  ])('$why', async ({ code, tried, written }) => {
    const sizes: number[] = []
    const write = inGroups(async (group) => {
      sizes.push(group.length)
      if (group.includes(2)) throw Object.assign(new Error('refused'), { code })
      return group
    })
    const settled = await Promise.allSettled([1, 2, 3].map(write))
    expect(settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))).toEqual(written)
    expect(sizes).toEqual(tried)
  })

  test('no more than 32 MiB wait for a database that stalls, and nobody for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stalled = { priority: { pool: { connect: () => new Promise(() => {}) } } }
    const { collect } = createCollector({ store: stalled, metrics: new Registry() } as never)
    const batch = { batch: { pattern: 'p' } } as never
    const refused = { refusal: 'unavailable', retryAfterSeconds: expect.any(Number) }
    const waits = expect(collect(batch, 32 * 1024 * 1024)).rejects.toMatchObject(refused)
    await expect(collect(batch, 1)).rejects.toMatchObject(refused)
    await vi.advanceTimersByTimeAsync(10_000)
    await waits
    vi.useRealTimers()
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
