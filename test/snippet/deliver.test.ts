import { describe, expect, test } from 'vitest'
import { type News, pack } from '../../snippet/deliver/pack.ts'
import { collectorOf } from '../../snippet/deliver/request.ts'
import { isPassing, jitterMs, retryAfterMs } from '../../snippet/deliver/retry.ts'
import type { Batch, Event } from '../../wire/event.ts'

const visit: Batch = { v: 1, pattern: 'p', visit: 'v'.repeat(22), sent: 0, last: 9, events: [] }
const click = (seq: number): Event => ({ seq, item: 'cta', type: 'click', at: 1, button: 'primary' })
const view = (seq: number): Event => ({ seq, item: 'hero', type: 'view', at: 1 })
const duration = (seq: number): Event => ({ seq, item: 'pricing', type: 'duration', at: 1, ms: 5 })
const seqsOf = (body = '') => (JSON.parse(body) as Batch).events.map(({ seq }) => seq)

describe('a batch', () => {
  test('has the most important events first: clicks, views, durations', () => {
    const parcel = pack(visit, 5, new Set<News>([duration(1), view(2), click(3)]), 10_000)
    expect(seqsOf(parcel?.body)).toEqual([3, 2, 1])
  })

  test('leaves the rest for another time where there is no room, or more than 200', () => {
    const many = new Set<News>(Array.from({ length: 500 }, (_, seq) => view(seq)))
    expect(seqsOf(pack(visit, 5, many, 65_536)?.body)).toHaveLength(200)
    const parcel = pack(visit, 5, many, 1000)
    expect(parcel?.bytes).toBeLessThanOrEqual(1000)
    expect(parcel?.bytes).toBe(Buffer.byteLength(parcel?.body ?? ''))
    expect(pack(visit, 5, many, 10)).toBeUndefined()
  })

  test('tells of the visit, with no events, so that it is known', () => {
    const report = { applied: [0], missing: [], refused: [], contested: [] }
    const told = { ...visit, report }
    const body = JSON.parse(pack(told, 7, new Set<News>([told]), 10_000)?.body ?? '')
    expect(body).toEqual({ ...visit, sent: 7, report, events: [] })
  })
})

describe('another try', () => {
  test.each([408, 429, 500, 503])('is made after a %i', (status) => {
    expect(isPassing(new Response(null, { status }))).toBe(true)
  })
  test.each([204, 400, 403, 404, 413])('is not made after a %i', (status) => {
    expect(isPassing(new Response(null, { status }))).toBe(false)
  })
  test('is made without any answer', () => expect(isPassing(undefined)).toBe(true))

  test.each([
    ['2', 2000],
    ['100000', 300_000],
    ['soon', 0],
  ])('waits as long as Retry-After %s asks, up to 300 s', (asked, ms) => {
    expect(retryAfterMs(new Response(null, { headers: { 'Retry-After': asked } }))).toBe(ms)
  })

  test('comes within 1 s at first, and at most 30 s apart', () => {
    for (let times = 0; times < 100; times++) {
      expect(jitterMs(0)).toBeLessThanOrEqual(1000)
      expect(jitterMs(20)).toBeLessThanOrEqual(30_000)
    }
  })
})

test.each(['https://x.example', 'https://x.example/', 'https://x.example//'])(
  '%s takes events at /e',
  (host) => expect(collectorOf(host)).toBe('https://x.example/e'),
)
