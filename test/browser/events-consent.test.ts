import { describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type EventsVisit, test } from '../support/events-visit.ts'

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#first', type: 'view' },
  { id: 'way', selector: '#away', type: 'click' },
]

const click = (visit: EventsVisit) => visit.page.click('#away', { button: 'middle', noWaitAfter: true })

const consent = (visit: EventsVisit, granted: boolean) =>
  visit.page.evaluate((value) => window.motif?.consent(value), granted)

const storedKeys = (visit: EventsVisit) => visit.page.evaluate(() => Object.keys(localStorage))

/** A visitor whose browser says no to being sold. */
function refuse() {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
}

/** Nothing was measured, stored or sent, though there was something to see, to click and to leave. */
async function expectNothing(visit: EventsVisit) {
  await click(visit)
  await visit.advance(1500)
  await visit.become({ visible: false })
  await visit.advance(2000)
  expect(await visit.told()).toEqual([])
  expect(visit.collector.arrivals).toEqual([])
  expect(await storedKeys(visit)).toEqual([])
  await visit.become({ visible: true })
}

describe('consent', () => {
  test('that is required is waited for; then everything is measured from there', async ({ open }) => {
    const visit = await open({
      page: 'leave',
      analytics,
      attributes: { consent: 'required', storage: 'local' },
    })
    await expectNothing(visit)
    await consent(visit, true)
    await visit.advance(50)
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    await click(visit)
    await visit.advance(1500)
    await expect
      .poll(() =>
        visit.collector
          .events()
          .map(({ item }) => item)
          .sort(),
      )
      .toEqual(['seen', 'way'])
    for (const { at } of visit.collector.events()) expect(at).toBeLessThan(1500)
  })

  for (const required of ['true', '', 'yes', 'Required'])
    test(`is required by any value but none: ${JSON.stringify(required)}`, async ({ open }) => {
      const visit = await open({ page: 'leave', analytics, attributes: { consent: required } })
      await expectNothing(visit)
      await consent(visit, true)
      await visit.advance(50)
      await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
    })

  test('is not required by none', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics, attributes: { consent: 'none' } })
    await expect.poll(() => visit.collector.arrivals).toHaveLength(1)
  })

  test('that is refused drops what waits, in storage too, and ends measuring', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics, attributes: { storage: 'local' } })
    visit.collector.answer = () => ({ status: 503 })
    await click(visit)
    await expect.poll(() => storedKeys(visit)).toHaveLength(1)
    await consent(visit, false)
    expect(await storedKeys(visit)).toEqual([])
    const { length } = visit.collector.arrivals
    visit.collector.answer = () => ({ status: 204 })
    await click(visit)
    await visit.advance(3000)
    await visit.become({ visible: false })
    expect(visit.collector.arrivals).toHaveLength(length)
    expect(await visit.told()).toHaveLength(1)
    await visit.page.goto('about:blank')
    expect(visit.collector.events()).toEqual([])
  })

  test('that is given again begins another visit', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics })
    await visit.advance(1500)
    await expect.poll(() => visit.collector.events()).toHaveLength(1)
    await consent(visit, false)
    await consent(visit, true)
    await visit.advance(1500)
    await expect.poll(() => visit.collector.events().map(({ seq }) => seq)).toEqual([1, 1])
    expect(visit.collector.visits.size).toBe(2)
  })
})

describe('Global Privacy Control', () => {
  test('is a refusal that no consent lifts', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics, before: refuse, attributes: { storage: 'local' } })
    await expectNothing(visit)
    await consent(visit, true)
    await expectNothing(visit)
  })

  test('is ignored where the tag says so', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics, before: refuse, attributes: { gpc: 'ignore' } })
    await click(visit)
    await expect.poll(() => visit.collector.events()).toHaveLength(1)
  })
})

describe('after stop()', () => {
  test('what waits is sent, and nothing is measured any more', async ({ open }) => {
    const durations: AnalyticsItem[] = [...analytics, { id: 'read', selector: '#first', type: 'duration' }]
    const visit = await open({ page: 'leave', analytics: durations })
    await visit.advance(900)
    await visit.page.evaluate(() => window.motif?.stop())
    await expect.poll(() => visit.collector.events().map(({ item }) => item)).toEqual(['read'])
    const { length } = visit.collector.arrivals
    await click(visit)
    await visit.advance(3000)
    await visit.become({ visible: false })
    await visit.become({ visible: true })
    await visit.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
    await visit.advance(1000)
    expect((await visit.told()).map(({ item }) => item)).toEqual(['read'])
    expect(visit.collector.arrivals).toHaveLength(length)
  })
})
