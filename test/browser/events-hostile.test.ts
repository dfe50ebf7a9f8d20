import { describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type EventsVisit, type Fixture, test } from '../support/events-visit.ts'

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#first', type: 'view' },
  { id: 'way', selector: '#away', type: 'click' },
]

const itemsOf = (visit: EventsVisit) =>
  visit.collector
    .events()
    .map(({ item }) => item)
    .sort()

/** Errors that reached the page, and rejections that nobody handled. */
function keepErrors() {
  const errors: string[] = []
  Object.assign(window, { errors })
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
}

const errorsIn = (visit: EventsVisit) =>
  visit.page.evaluate(() => (window as unknown as { errors: string[] }).errors)

/** Sees and clicks, and says what arrived of it. */
async function seeAndClick(open: (fixture: Fixture) => Promise<EventsVisit>, fixture: Partial<Fixture>) {
  const visit = await open({ page: 'leave', analytics, ...fixture })
  await visit.page.evaluate(keepErrors)
  await visit.page.click('#away', { button: 'middle', noWaitAfter: true })
  if (!fixture.isLive) await visit.advance(1500)
  return visit
}

describe('measuring goes on', () => {
  const lacking: Record<string, () => void> = {
    'a browser without checkVisibility': () => Reflect.deleteProperty(Element.prototype, 'checkVisibility'),
    'a browser without AbortSignal.timeout': () => Reflect.deleteProperty(AbortSignal, 'timeout'),
    'a browser without fetchLater': () => Reflect.deleteProperty(window, 'fetchLater'),
    'a page that has enumerable additions to Object.prototype': () =>
      Object.assign(Object.prototype, { extend() {}, each: 1 }),
  }
  for (const [name, before] of Object.entries(lacking)) {
    test(`in ${name}`, async ({ open }) => {
      // A clock of the test's own would bring its own AbortSignal.timeout.
      const visit = await seeAndClick(open, { before, isLive: true })
      await expect.poll(() => itemsOf(visit)).toEqual(['seen', 'way'])
      expect(await errorsIn(visit)).toEqual([])
      for (const { batch } of visit.collector.arrivals)
        expect(Object.keys(batch).sort()).toEqual(
          expect.arrayContaining(['events', 'pattern', 'sent', 'v', 'visit']),
        )
    })
  }
})

describe('after stop()', () => {
  test('what waits is sent, and nothing is measured any more', async ({ open }) => {
    const durations: AnalyticsItem[] = [...analytics, { id: 'read', selector: '#first', type: 'duration' }]
    const visit = await open({ page: 'leave', analytics: durations })
    await visit.advance(900)
    await visit.page.evaluate(() => window.motif?.stop())
    await expect.poll(() => itemsOf(visit)).toEqual(['read'])
    const { length } = visit.collector.arrivals
    await visit.page.click('#away', { button: 'middle', noWaitAfter: true })
    await visit.advance(3000)
    await visit.become({ visible: false })
    await visit.become({ visible: true })
    await visit.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
    await visit.advance(1000)
    expect((await visit.told()).map(({ item }) => item)).toEqual(['read'])
    expect(visit.collector.arrivals).toHaveLength(length)
  })

  test('the next start is another visit', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await visit.advance(1500)
    await visit.page.evaluate(() => window.motif?.stop())
    await visit.page.evaluate((pattern) => window.motif?.start({ pattern }), visit.pattern)
    await expect.poll(() => visit.collector.visits.size).toBe(2)
    await visit.advance(1500)
    await expect.poll(() => itemsOf(visit)).toEqual(['seen', 'seen'])
  })
})
