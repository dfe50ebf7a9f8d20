import { describe, expect } from 'vitest'
import type { Batch } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { accept } from '../support/collector.ts'
import { arrive, type EventsVisit, test } from '../support/events-visit.ts'

const analytics: AnalyticsItem[] = [{ id: 'way', selector: '#away', type: 'click' }]
const fixture = { page: 'leave', analytics, attributes: { storage: 'local' }, isLive: true }

const click = (page: EventsVisit['page']) => page.click('#away', { button: 'middle', noWaitAfter: true })

const stored = (page: EventsVisit['page']) =>
  page.evaluate(() => Object.entries(localStorage) as [string, string][])

/** A visit whose click could not be sent, and waits in storage; the collector takes everything but its batches. */
async function leaveOne(visit: EventsVisit): Promise<string> {
  await expect.poll(() => visit.collector.visits.size).toBe(1)
  visit.collector.answer = () => ({ status: 503 })
  await click(visit.page)
  await expect.poll(() => stored(visit.page)).toHaveLength(1)
  const name = visit.collector.arrivals[0]?.batch.visit as string
  visit.collector.answer = (batch) => (batch.visit === name ? { status: 503 } : accept)
  return name
}

describe('what a visit could not send', () => {
  test('is sent by the next one, its clock gone on', async ({ open }) => {
    const visit = await open(fixture)
    const name = await leaveOne(visit)
    await visit.page.goto('about:blank')
    const before = visit.collector.arrivals.length
    visit.collector.answer = () => accept
    await arrive(visit.page, visit.url)
    await expect.poll(() => visit.collector.visits.get(name)?.events.size).toBe(1)
    await expect.poll(() => stored(visit.page)).toEqual([])
    const sent = visit.collector.arrivals.slice(before).filter(({ batch }) => batch.visit === name)
    for (const { batch } of sent)
      expect(batch.sent).toBeGreaterThanOrEqual(Math.max(...batch.events.map(({ at }) => at)))
    expect(visit.collector.visits.get(name)?.last).toBe(1)
  })

  test('is sent by the next one after a crash', async ({ open }) => {
    const visit = await open(fixture)
    const name = await leaveOne(visit)
    const other = await visit.context.newPage()
    await visit.page.goto('chrome://crash').catch(() => {})
    visit.collector.answer = () => accept
    await arrive(other, visit.url)
    await expect.poll(() => visit.collector.visits.get(name)?.events.size).toBe(1)
    await expect.poll(() => stored(other)).toEqual([])
  })

  test('is left alone by other tabs while it may still send it', async ({ open }) => {
    const visit = await open(fixture)
    const name = await leaveOne(visit)
    const [kept] = await stored(visit.page)
    const other = await visit.context.newPage()
    await arrive(other, visit.url)
    await expect.poll(() => visit.collector.visits.size).toBe(2)
    await other.close()
    expect((await stored(visit.page)).map(([key]) => key)).toEqual([kept?.[0]])
    visit.collector.answer = () => accept
    await expect.poll(() => visit.collector.visits.get(name)?.events.size).toBe(1)
    await expect.poll(() => stored(visit.page)).toEqual([])
  })

  test('is taken by one of several tabs', async ({ open }) => {
    const visit = await open(fixture)
    const name = await leaveOne(visit)
    await visit.page.goto('about:blank')
    visit.collector.arrivals.length = 0
    visit.collector.answer = () => accept
    const tabs = await Promise.all([1, 2, 3].map(() => visit.context.newPage()))
    await Promise.all(tabs.map((tab) => arrive(tab, visit.url)))
    await expect.poll(() => visit.collector.visits.get(name)?.events.size).toBe(1)
    await expect.poll(() => visit.collector.visits.size).toBe(4)
    const carrying = ({ batch }: { batch: Batch }) => batch.visit === name && batch.events.length > 0
    expect(visit.collector.arrivals.filter(carrying).length).toBeLessThan(3)
  })

  test('is forgotten after 24 hours, or when it is broken', async ({ open }) => {
    const visit = await open(fixture)
    const name = await leaveOne(visit)
    await visit.page.goto(new URL('/screens.html', visit.url).href)
    await visit.page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage) as [string, string][]) {
        localStorage.setItem(key, Number(value.slice(0, 13)) - 86_400_001 + value.slice(13))
        localStorage.setItem(`${key}-broken`, '{')
      }
    })
    visit.collector.arrivals.length = 0
    visit.collector.answer = () => accept
    await arrive(visit.page, visit.url)
    await expect.poll(() => stored(visit.page)).toEqual([])
    await expect.poll(() => visit.collector.visits.size).toBeGreaterThan(0)
    expect(visit.collector.arrivals.filter(({ batch }) => batch.visit === name)).toEqual([])
  })

  test('takes 32 KB at most, of all visits together', async ({ open }) => {
    const many = Array.from({ length: 300 }, (_, n) => ({
      id: `${n} ${'ö'.repeat(100)}`,
      selector: `#i${n}`,
      type: 'view' as const,
    }))
    const visit = await open({ ...fixture, page: 'many', analytics: many })
    visit.collector.answer = () => ({ status: 503 })
    const sizeOf = (entries: [string, string][]) => Buffer.byteLength(entries.flat().join(''))
    await expect.poll(async () => sizeOf(await stored(visit.page))).toBeGreaterThan(10_000)
    expect(sizeOf(await stored(visit.page))).toBeLessThanOrEqual(32_768)
    const other = await visit.context.newPage()
    await arrive(other, visit.url)
    const telling = () =>
      new Set(
        visit.collector.arrivals.filter(({ batch }) => batch.events.length).map(({ batch }) => batch.visit),
      )
    await expect.poll(() => telling().size).toBe(2)
    expect(sizeOf(await stored(other))).toBeLessThanOrEqual(32_768)
  })

  test('never touches storage where the tag does not say so', async ({ open }) => {
    const visit = await open({ ...fixture, attributes: {} })
    visit.collector.answer = () => ({ status: 503 })
    await click(visit.page)
    await expect.poll(() => visit.collector.arrivals.length).toBeGreaterThan(2)
    expect(await stored(visit.page)).toEqual([])
  })
})
