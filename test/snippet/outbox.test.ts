import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitState } from '../../snippet/deliver/batch.ts'
import { type Line, openOutbox } from '../../snippet/deliver/outbox.ts'
import { type Batch, type Event, isFarewell } from '../../wire/event.ts'

const report = { applied: [], missing: [], refused: [], contested: [] }
const view = (seq: number): Event => ({ seq, item: 'hero', type: 'view', at: 1 })
const duration = (seq: number): Event => ({ seq, item: 'pricing', type: 'duration', at: 1, ms: 5 })

let sent: Batch[] = []
let answer = () => new Response(null, { status: 204 })

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The outbox of a visit that has its report, which is sent. */
async function open(hasReport = true) {
  const visit: VisitState = { v: 1, pattern: 'p', visit: 'v'.repeat(22), sent: 0, input: false, visible: 0 }
  const line: Line = { host: 'https://motif.example', bytesInFlight: 0, unsent: new Set() }
  const life = new AbortController()
  const describe = () => ({ ...visit, sent: Math.round(performance.now()) })
  const outbox = openOutbox(line, describe, life.signal)
  if (hasReport) {
    visit.report = report
    outbox.add('visit', 0)
  }
  await vi.advanceTimersByTimeAsync(0)
  return { outbox, line, life }
}

const seqs = () => sent.map(({ events }) => events.map(({ seq }) => seq))

test('nothing is sent before the report', async () => {
  const { outbox } = await open(false)
  outbox.add(view(1), 250)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([])
})

test('news wait as long as they may, and go together', async () => {
  const { outbox } = await open()
  outbox.add(view(1), 250)
  outbox.add(view(2), 250)
  await vi.advanceTimersByTimeAsync(249)
  expect(seqs()).toEqual([[]])
  await vi.advanceTimersByTimeAsync(1)
  expect(seqs()).toEqual([[], [1, 2]])
})

test('a page that is left sends what was seen, then durations by themselves, and says so once', async () => {
  const { outbox } = await open()
  outbox.add(duration(1), 1000)
  outbox.add(view(2), 250)
  outbox.leave()
  outbox.leave()
  expect(seqs()).toEqual([[], [2], [1]])
  expect(sent.map(isFarewell)).toEqual([false, false, true])
  expect(new Set(sent.slice(1).map((batch) => batch.sent)).size).toBe(1)
})

test('what failed is tried again, and while the page is away ends with a farewell', async () => {
  const { outbox } = await open()
  answer = () => new Response(null, { status: 503 })
  outbox.add(view(1), 0)
  outbox.leave()
  await vi.advanceTimersByTimeAsync(0)
  answer = () => new Response(null, { status: 204 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(seqs()).toEqual([[], [1], [], [1], []])
  expect(sent.map(isFarewell)).toEqual([false, false, true, false, true])
})

test('Retry-After holds for later events too', async () => {
  const { outbox } = await open()
  answer = () => new Response(null, { status: 429, headers: { 'Retry-After': '120' } })
  outbox.add(view(1), 0)
  await vi.advanceTimersByTimeAsync(0)
  answer = () => new Response(null, { status: 204 })
  outbox.add(view(2), 0)
  await vi.advanceTimersByTimeAsync(119_000)
  expect(seqs()).toEqual([[], [1]])
  await vi.advanceTimersByTimeAsync(2000)
  expect(seqs().flat().sort()).toEqual([1, 1, 2])
})

test('a refusal drops what waits and what would be tried again', async () => {
  const { outbox, line, life } = await open()
  answer = () => new Response(null, { status: 503 })
  outbox.add(view(1), 0)
  life.abort()
  outbox.drop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seqs()).toEqual([[], [1]])
  expect(line.unsent.size).toBe(0)
  expect(line.bytesInFlight).toBe(0)
})

test('once its visit has ended and all is delivered, an outbox leaves nothing behind', async () => {
  const { outbox, line, life } = await open()
  answer = () => new Response(null, { status: 503 })
  life.abort()
  outbox.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.unsent.size).toBe(1)
  answer = () => new Response(null, { status: 204 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(line.unsent.size).toBe(0)
})
