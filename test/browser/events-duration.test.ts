import { describe, expect } from 'vitest'
import type { DurationEvent } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type EventsVisit, scroll, test } from '../support/events-visit.ts'

const duration = (...ids: string[]): AnalyticsItem[] =>
  ids.map((id) => ({ id, selector: `#${id}`, type: 'duration' }))

/** What looking every tenth of a second, and a frame after, may add or take at each end. */
const lookMs = 150

/** Leaves the page and says what it was told of each item. */
async function totals(visit: EventsVisit): Promise<Record<string, number>> {
  await visit.become({ visible: false })
  const told = (await visit.told()) as DurationEvent[]
  return Object.fromEntries(told.map(({ item, ms }) => [item, ms]))
}

describe('a duration is the time', () => {
  test('that the view condition held, of each item', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first', 'second', 'third') })
    await visit.advance(2000)
    await scroll(visit, 800)
    await visit.advance(3000)
    await scroll(visit, 0)
    await visit.advance(500)
    const { first, second, third } = await totals(visit)
    expect(Math.abs((first ?? 0) - 2500)).toBeLessThanOrEqual(lookMs)
    expect(Math.abs((second ?? 0) - 3000)).toBeLessThanOrEqual(lookMs)
    expect(third).toBeUndefined()
  })

  test('that the page was visible', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first') })
    await visit.advance(1000)
    await visit.become({ visible: false })
    await visit.advance(5000)
    await visit.become({ visible: true })
    await visit.advance(1000)
    expect(Math.abs(((await totals(visit)).first ?? 0) - 2000)).toBeLessThanOrEqual(lookMs)
  })

  test('that the page was focused', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first') })
    await visit.advance(1000)
    await visit.become({ focused: false })
    await visit.advance(5000)
    await visit.become({ focused: true })
    await visit.advance(1000)
    expect(Math.abs(((await totals(visit)).first ?? 0) - 2000)).toBeLessThanOrEqual(lookMs)
  })

  test('within a minute of an input, the start of the visit being one', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first') })
    await visit.page.clock.fastForward(50_000)
    await visit.advance(200)
    await visit.page.clock.fastForward(30_000)
    await visit.advance(200)
    expect(Math.abs(((await totals(visit)).first ?? 0) - 60_000)).toBeLessThanOrEqual(lookMs)
    await visit.become({ visible: true })
    for (const input of [
      () => visit.page.mouse.move(50, 50),
      () => visit.page.keyboard.press('Shift'),
      // The wheel's event comes later than the answer to the call.
      () => Promise.all([heard(visit.page, 'wheel'), visit.page.mouse.wheel(0, 1)]),
    ]) {
      const before = (await totals(visit)).first ?? 0
      await visit.become({ visible: true })
      await input()
      await visit.advance(1000)
      expect(Math.abs(((await totals(visit)).first ?? 0) - before - 1000)).toBeLessThanOrEqual(lookMs)
      await visit.become({ visible: true })
      await visit.page.clock.fastForward(70_000)
      await visit.advance(200)
    }
  })

  test('that a person was there, whatever scripts pretend', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first') })
    await visit.page.clock.fastForward(50_000)
    await visit.page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')))
    await visit.page.clock.fastForward(30_000)
    await visit.advance(200)
    expect(Math.abs(((await totals(visit)).first ?? 0) - 60_000)).toBeLessThanOrEqual(lookMs)
  })

  test('that is one running total, under one number', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: duration('first') })
    const sent: number[] = []
    for (let round = 1; round < 4; round++) {
      await visit.advance(1000)
      await visit.become({ visible: false })
      await expect.poll(() => visit.collector.events()).toHaveLength(1)
      await expect
        .poll(() => (visit.collector.events()[0] as DurationEvent).ms)
        .toBeGreaterThan(sent.at(-1) ?? 0)
      sent.push((visit.collector.events()[0] as DurationEvent).ms)
      await visit.become({ visible: true })
    }
    expect(visit.collector.events()[0]).toMatchObject({ seq: 1, item: 'first', type: 'duration' })
    for (const { batch } of visit.collector.arrivals)
      for (const event of batch.events as DurationEvent[]) expect(event.ms).toBeLessThanOrEqual(event.at)
  })
})

/** Resolves once the page has heard of an event. */
function heard(page: EventsVisit['page'], type: string): Promise<void> {
  return page.evaluate(
    (type) => new Promise<void>((resolve) => addEventListener(type, () => resolve(), { once: true })),
    type,
  )
}
