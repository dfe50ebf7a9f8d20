import { describe, expect } from 'vitest'
import { type Batch, isFarewell } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type Answer, accept, type Collector, lostOf } from '../support/collector.ts'
import { type EventsVisit, test } from '../support/events-visit.ts'

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#first', type: 'view' },
  { id: 'read', selector: '#first', type: 'duration' },
  { id: 'way', selector: '#away', type: 'click' },
]

const clicks = analytics.slice(2)

const accepted = (collector: Collector) =>
  collector.arrivals.filter(({ answer }) => answer !== 'cut' && answer.status < 300)

const typesOf = (batch: Batch) => batch.events.map(({ type }) => type)

/** Clicks without leaving. */
const click = (visit: EventsVisit) => visit.page.click('#away', { button: 'middle', noWaitAfter: true })

/** Fails the first so many batches, in this way. */
const failing = (times: number, answer: Answer) => {
  let left = times
  return (): Answer => (left-- > 0 ? answer : { status: 204 })
}

describe('delivery', () => {
  test('begins with the report, so that every visit is known', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    expect(visit.collector.arrivals[0]?.batch).toEqual({
      v: 1,
      pattern: visit.pattern,
      visit: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      sent: expect.any(Number),
      last: 0,
      input: false,
      visible: expect.any(Number),
      report: { applied: [], missing: [], refused: [], contested: [] },
      events: [],
    })
  })

  test('sends durations of a page that is left by themselves, which tells that nobody is there', async ({
    open,
  }) => {
    const visit = await open({ page: 'leave', analytics })
    await visit.advance(1100)
    await visit.become({ visible: false })
    await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('duration')
    expect(visit.collector.arrivals.map(({ batch }) => typesOf(batch))).toEqual([[], ['view'], ['duration']])
  })

  test('says that a page was left where nothing else is to be said, and that somebody is back', async ({
    open,
  }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    await visit.advance(3000)
    await visit.become({ visible: false })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(2)
    const [first, farewell] = visit.collector.arrivals.map(({ batch }) => batch)
    expect([first, farewell].map((batch) => batch && isFarewell(batch))).toEqual([false, true])
    expect(farewell?.visible).toBe(farewell?.sent)
    await visit.advance(5000)
    await visit.become({ visible: true })
    await visit.advance(400)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(3)
    const back = visit.collector.arrivals[2]?.batch as Batch
    expect(isFarewell(back)).toBe(false)
    expect(back.sent - (back.visible ?? 0)).toBeGreaterThanOrEqual(5000)
    await visit.page.goto('about:blank')
    await expect.poll(() => visit.collector.arrivals).toHaveLength(4)
    expect(isFarewell(visit.collector.arrivals[3]?.batch as Batch)).toBe(true)
  })

  test('a click that leads away is followed by the news that the page was left', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks, isLive: true })
    await visit.page.click('#away')
    await expect.poll(() => visit.collector.arrivals.some(({ batch }) => isFarewell(batch))).toBe(true)
    const sent = ({ batch }: { batch: Batch }) => batch.sent
    const farewell = visit.collector.arrivals.find(({ batch }) => isFarewell(batch))
    expect(Math.max(...visit.collector.arrivals.map(sent))).toBe(farewell?.batch.sent)
    expect(visit.collector.events()).toHaveLength(1)
  })

  test('says when the first input came, within 500 ms, and not again', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    await visit.page.mouse.move(300, 300)
    await visit.advance(500)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(2)
    expect(visit.collector.arrivals.map(({ batch }) => batch.input)).toEqual([false, true])
    await visit.page.mouse.move(100, 100)
    await visit.advance(1000)
    expect(visit.collector.arrivals).toHaveLength(2)
  })

  test('says once that somebody who only reads has stayed for 15 s', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    await visit.page.clock.fastForward(10_000)
    await visit.become({ visible: false })
    await visit.page.clock.fastForward(20_000)
    await visit.become({ visible: true })
    await visit.advance(1000)
    // The report, the farewell, and that somebody is back: the time in the background is not looked at.
    await expect.poll(() => visit.collector.arrivals).toHaveLength(3)
    await visit.page.clock.fastForward(3900)
    await visit.advance(200)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(4)
    const batch = visit.collector.arrivals[3]?.batch
    expect(batch).toMatchObject({ input: false, events: [] })
    expect(Math.abs((batch?.visible ?? 0) - 15_000)).toBeLessThanOrEqual(100)
    await visit.page.clock.fastForward(60_000)
    await visit.advance(100)
    expect(visit.collector.arrivals).toHaveLength(4)
  })

  test('sends text without credentials', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await visit.context.addCookies([{ name: 'secret', value: '1', url: visit.collector.origin }])
    await click(visit)
    await expect.poll(() => visit.collector.events()).toHaveLength(1)
    for (const { contentType, cookie } of visit.collector.arrivals) {
      expect(contentType).toBe('text/plain;charset=UTF-8')
      expect(cookie).toBeUndefined()
    }
  })

  test('does not say that the page was left while somebody reads on after a click', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await visit.page.mouse.move(20, 20)
    await visit.advance(1050)
    await click(visit)
    await visit.advance(2000)
    await expect
      .poll(() => visit.collector.events().map(({ type }) => type))
      .toEqual(expect.arrayContaining(['click', 'duration']))
    const batches = visit.collector.arrivals.map(({ batch }) => batch)
    expect(batches.filter(isFarewell)).toEqual([])
    await visit.become({ visible: false })
    await expect.poll(() => visit.collector.arrivals.some(({ batch }) => isFarewell(batch))).toBe(true)
  })

  test('says nothing of the address of the page, whatever the page’s policy is', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    const referrers: unknown[] = []
    visit.collector.answer = (_, { headers }) => {
      referrers.push(headers.referer)
      return accept
    }
    await visit.page.evaluate(() => {
      document.head.insertAdjacentHTML('beforeend', '<meta name="referrer" content="unsafe-url">')
    })
    await click(visit)
    await expect.poll(() => referrers).toEqual([`${new URL(visit.url).origin}/`])
  })

  test('sends a click at once and a view within 500 ms, each under its number', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await click(visit)
    await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('click')
    await visit.advance(1500)
    await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('view')
    const { batch } = visit.collector.arrivals.find(({ batch }) => typesOf(batch).includes('view')) as {
      batch: Batch
    }
    const view = batch.events.find(({ type }) => type === 'view')
    expect(batch.sent - (view?.at ?? 0)).toBeLessThanOrEqual(500)
    expect(
      visit.collector
        .events()
        .map(({ seq }) => seq)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(batch.last).toBe(3)
  })

  test('goes on in a browser that lacks newer interfaces, on a page that adds to Object.prototype', async ({
    open,
  }) => {
    const before = () => {
      Reflect.deleteProperty(Element.prototype, 'checkVisibility')
      Reflect.deleteProperty(AbortSignal, 'timeout')
      Reflect.deleteProperty(window, 'fetchLater')
      Object.assign(Object.prototype, { extend() {}, each: 1 })
    }
    // A clock of the test's own would bring its own AbortSignal.timeout.
    const visit = await open({ page: 'leave', analytics, before, isLive: true })
    const errors: Error[] = []
    visit.page.on('pageerror', (error) => errors.push(error))
    await click(visit)
    await expect
      .poll(() => visit.collector.events().map(({ item }) => item))
      .toEqual(expect.arrayContaining(['seen', 'way']))
    expect(errors).toEqual([])
  })

  test('sends durations when the page is hidden, and when it is left', async ({ open }) => {
    for (const leave of [
      () => window.become({ visible: false }),
      () => dispatchEvent(new PageTransitionEvent('pagehide')),
    ]) {
      const visit = await open({ page: 'leave', analytics: analytics.slice(1, 2) })
      await visit.advance(2000)
      expect(visit.collector.events()).toEqual([])
      await visit.page.evaluate(leave)
      await expect
        .poll(() => visit.collector.events())
        .toMatchObject([{ type: 'duration', item: 'read', seq: 1 }])
    }
  })

  test('shares 64 KiB among the requests in flight, and sends the most important first', async ({ open }) => {
    const ids = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(500)}`)
    const many: AnalyticsItem[] = ids.map((id, n) => ({ id, selector: `#i${n}`, type: 'duration' }))
    const visit = await open({
      page: 'many',
      analytics: [...many, { id: 'way', selector: '#i0', type: 'click' }],
    })
    const refused: string[] = []
    visit.page.on('requestfailed', (request) => refused.push(request.failure()?.errorText ?? ''))
    await visit.advance(500)
    await expect.poll(() => accepted(visit.collector)).toHaveLength(1)
    visit.collector.answer = () => ({ status: 503 })
    await visit.page.click('#i0')
    await expect.poll(() => visit.collector.arrivals.length).toBeGreaterThan(1)
    visit.collector.arrivals.length = 0
    visit.collector.answer = () => accept
    await visit.become({ visible: false })
    await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('click')
    expect(visit.collector.events().length).toBeLessThan(301)
    await expect.poll(() => visit.advance(1000).then(() => visit.collector.events().length)).toBe(301)
    // What `fetchLater` holds is taken back whenever it changes.
    expect(refused.filter((error) => error !== 'net::ERR_ABORTED')).toEqual([])
    for (const { batch, bytes } of visit.collector.arrivals) {
      expect(bytes).toBeLessThanOrEqual(65_536)
      expect(batch.events.length).toBeLessThanOrEqual(200)
    }
  })
})

describe('a batch that failed', () => {
  for (const status of [408, 503]) {
    test(`is tried again after ${status}`, async ({ open }) => {
      const visit = await open({ page: 'leave', analytics: clicks })
      await expect.poll(() => accepted(visit.collector)).toHaveLength(1)
      visit.collector.answer = failing(2, { status })
      await click(visit)
      await expect.poll(() => visit.collector.arrivals.length).toBeGreaterThan(1)
      await visit.advance(1000)
      await expect.poll(() => visit.collector.arrivals.length).toBeGreaterThan(2)
      await visit.advance(2000)
      await expect.poll(() => visit.collector.events()).toMatchObject([{ type: 'click' }])
    })
  }

  test('is tried again at once when the browser is online again', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => accepted(visit.collector)).toHaveLength(1)
    await visit.context.setOffline(true)
    await click(visit)
    await visit.advance(5000)
    expect(visit.collector.events()).toEqual([])
    await visit.context.setOffline(false)
    await expect.poll(() => visit.collector.events()).toMatchObject([{ type: 'click' }])
  })

  test('is tried again a few times a minute, however many have failed', async ({ open }) => {
    const before = () => {
      Math.random = () => 0.5
    }
    const visit = await open({ page: 'leave', analytics: clicks, before })
    await expect.poll(() => visit.collector.visits.size).toBe(1)
    visit.collector.answer = () => ({ status: 503 })
    for (let clicked = 0; clicked < 20; clicked++) {
      await click(visit)
      await visit.advance(500)
    }
    await visit.advance(30_000)
    const { length } = visit.collector.arrivals
    await visit.advance(60_000)
    expect(visit.collector.arrivals.length - length).toBeLessThanOrEqual(5)
    visit.collector.answer = () => accept
    await visit.advance(30_000)
    await expect.poll(() => visit.collector.events()).toHaveLength(20)
  })

  test('waits as long as Retry-After says, and takes later events with it', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => accepted(visit.collector)).toHaveLength(1)
    visit.collector.answer = failing(1, { status: 429, headers: { 'retry-after': '120' } })
    await click(visit)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(2)
    await click(visit)
    await visit.advance(1000)
    await visit.page.clock.fastForward(110_000)
    await visit.advance(100)
    expect(visit.collector.arrivals).toHaveLength(2)
    await visit.page.clock.fastForward(10_000)
    await expect.poll(() => visit.collector.events().filter(({ type }) => type === 'click')).toHaveLength(2)
  })

  test('is dropped after another 4xx, and shows as lost', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicks })
    await expect.poll(() => accepted(visit.collector)).toHaveLength(1)
    visit.collector.answer = failing(1, { status: 400 })
    await click(visit)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(2)
    await visit.page.clock.fastForward(31_000)
    await click(visit)
    await expect.poll(() => visit.collector.events()).toMatchObject([{ seq: 2 }])
    expect([...visit.collector.visits.values()].map(lostOf)).toEqual([1])
  })
})
