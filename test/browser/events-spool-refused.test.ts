import { describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { accept } from '../support/collector.ts'
import { arrive, type EventsVisit, test } from '../support/events-visit.ts'
import { waitForFrames } from '../support/frames.ts'

const analytics: AnalyticsItem[] = [{ id: 'way', selector: '#away', type: 'click' }]
const fixture = { page: 'leave', analytics, attributes: { storage: 'local' }, isLive: true }

const click = (page: EventsVisit['page']) => page.click('#away', { button: 'middle', noWaitAfter: true })

const storedKeys = (page: EventsVisit['page']) => page.evaluate(() => Object.keys(localStorage))

describe('what waits in storage', () => {
  test('of another tab is not sent by one in which measuring is refused', async ({ open }) => {
    const visit = await open(fixture)
    visit.collector.answer = () => ({ status: 503 })
    await click(visit.page)
    await expect.poll(() => storedKeys(visit.page)).toHaveLength(1)
    const name = visit.collector.arrivals[0]?.batch.visit as string
    visit.collector.answer = (batch) => (batch.visit === name ? { status: 503 } : accept)
    const other = await visit.context.newPage()
    await arrive(other, visit.url)
    await expect.poll(() => visit.collector.visits.size).toBe(2)
    await expect.poll(() => storedKeys(other)).toHaveLength(1)
    await other.evaluate(() => window.motif?.consent(false))
    const sent: string[] = []
    other.on('request', (request) => sent.push(request.url()))
    await click(visit.page)
    await expect.poll(() => storedKeys(visit.page)).toHaveLength(1)
    const [key = ''] = await storedKeys(visit.page)
    await visit.page.close()
    // Locks are granted in the order of requests: had the other tab still asked for it, it would have it, and keep it.
    await other.evaluate((name) => navigator.locks.request(name, () => {}), key)
    await other.evaluate(waitForFrames, 10)
    expect(sent).toEqual([])
  })

  test('is sent where consent is refused and given again at once', async ({ open }) => {
    const visit = await open(fixture)
    await click(visit.page)
    await expect.poll(() => visit.collector.events()).toHaveLength(1)
    visit.collector.answer = () => ({ status: 503 })
    await visit.page.evaluate(() => {
      window.motif?.consent(false)
      window.motif?.consent(true)
    })
    await click(visit.page)
    await expect.poll(() => storedKeys(visit.page)).toHaveLength(1)
    await visit.page.goto('about:blank')
    visit.collector.answer = () => accept
    await arrive(visit.page, visit.url)
    await expect.poll(() => visit.collector.events()).toHaveLength(2)
  })
})
