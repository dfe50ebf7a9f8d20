import { describe, expect, test, vi } from 'vitest'
import { type News, pack } from '../../snippet/deliver/batch.ts'
import { jitterMs, post } from '../../snippet/deliver/post.ts'
import type { Batch, Event } from '../../wire/event.ts'

const visit: Batch = { v: 1, pattern: 'p', visit: 'v'.repeat(22), sent: 0, last: 9, visible: 3, events: [] }
const click = (seq: number): Event => ({ seq, item: 'cta', type: 'click', at: 1, button: 'primary' })
const view = (seq: number): Event => ({ seq, item: 'hero', type: 'view', at: 1 })
const duration = (seq: number): Event => ({ seq, item: 'pricing', type: 'duration', at: 1, ms: 5 })
const seqsOf = (body = '') => (JSON.parse(body) as Batch).events.map(({ seq }) => seq)

describe('a batch', () => {
  test('has the most important events first: clicks, views, durations', () => {
    const parcel = pack(visit, [duration(1), view(2), click(3)], 10_000)
    expect(seqsOf(parcel?.body)).toEqual([3, 2, 1])
  })

  test('leaves the rest for another time if there is no room, or more than 200', () => {
    const many = Array.from({ length: 500 }, (_, index) => view(index + 1))
    expect(seqsOf(pack(visit, many, 65_536)?.body)).toHaveLength(200)
    const parcel = pack(visit, many, 1000)
    expect(parcel?.bytes).toBeLessThanOrEqual(1000)
    expect(parcel?.bytes).toBe(Buffer.byteLength(parcel?.body ?? ''))
    expect(pack(visit, many, 10)).toBeUndefined()
  })

  test('tells of the visit with its report, which other batches leave out', () => {
    const report = { applied: [0], missing: [], refused: [], contested: [] }
    const told = { ...visit, report }
    const bodyOf = (news: News[]) => JSON.parse(pack(told, news, 10_000)?.body ?? '')
    expect(bodyOf(['visit'])).toEqual({ ...visit, report, events: [] })
    expect(bodyOf([view(1)])).toEqual({ ...visit, events: [view(1)] })
  })
})

test.each([
  [204, undefined, undefined],
  [400, undefined, undefined],
  [404, undefined, undefined],
  [413, '2', undefined],
  [408, undefined, 0],
  [500, undefined, 0],
  [503, '2', 2000],
  [429, '100000', 300_000],
  [429, 'soon', 0],
])('after a %i with Retry-After %s, another try waits for %s ms', async (status, asked, ms) => {
  const headers: HeadersInit = asked ? { 'Retry-After': asked } : {}
  vi.stubGlobal('fetch', async () => new Response(null, { status, headers }))
  expect(await post('https://motif.example', '{}')).toBe(ms)
  vi.unstubAllGlobals()
})

test('another try comes within 1 s at first, and at most 30 s apart', () => {
  for (let times = 0; times < 100; times++) {
    expect(jitterMs(0)).toBeLessThanOrEqual(1000)
    expect(jitterMs(20)).toBeLessThanOrEqual(30_000)
  }
})
