import { describe, expect } from 'vitest'
import { type ClickEvent, isFarewell } from '../../wire/event.ts'
import { clicksOn } from '../support/clicks-on.ts'
import { type EventsVisit, test } from '../support/events-visit.ts'

/** The chunk that measures, whatever its hash. */
const trackChunk = /\/track(-\w+)?\.js$/

/** Goes to the page anew, where that chunk comes when it is released. */
async function holdMeasuring({ page }: EventsVisit) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(trackChunk, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  await page.reload()
  await page.waitForFunction(() => document.readyState === 'complete' && 'motif' in window)
  // The record is there: clicks are judged as they are made.
  await page.evaluate(() => window.motif?.ready)
  return release
}

/** A page to which track.js comes late, and what it was told in the end. */
async function clickEarly(visit: EventsVisit, act: () => Promise<unknown>) {
  const { page } = visit
  const release = await holdMeasuring(visit)
  await act()
  release()
  await page.click('#outer', { position: { x: 3, y: 3 } })
  await expect.poll(() => visit.told()).not.toEqual([])
  return ((await visit.told()) as ClickEvent[]).map(({ item, button }) => `${item} ${button}`)
}

describe('a click before the measuring has loaded', () => {
  test('is counted as a later one is, in shadow roots too, and a second or scripted one is not', async ({
    open,
  }) => {
    const analytics = clicksOn('#button', '#link', '.deep', '#label', '#box')
    const visit = await open({ page: 'clicks', analytics, isLive: true })
    const { page } = visit
    const told = await clickEarly(visit, async () => {
      await page.dblclick('#inside')
      await page.click('#shadow-button')
      await page.click('#label', { position: { x: 4, y: 8 } })
      await page.click('#link', { button: 'middle', noWaitAfter: true })
      await page.evaluate(() => document.querySelector<HTMLElement>('#button')?.click())
    })
    expect(told).toEqual(['#button primary', '.deep primary', '#label primary', '#link middle'])
    const times = (await visit.told()).map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBe(0)
  })

  const handlers: Record<string, () => void> = {
    'takes it away': () => document.querySelector('#button')?.remove(),
    'makes everything around it anew': () => {
      const outer = document.querySelector('#outer')
      if (outer) outer.innerHTML = '<p>Thank you</p>'
    },
    'disables it': () => document.querySelector('#button')?.setAttribute('disabled', ''),
    'gives it another class': () => document.querySelector('#button')?.setAttribute('class', 'busy'),
  }
  for (const [name, handler] of Object.entries(handlers)) {
    test(`is counted where the page's own handler ${name}`, async ({ open }) => {
      const analytics = clicksOn('#outer > button:not(.busy)')
      const visit = await open({ page: 'clicks', analytics, isLive: true })
      const { page } = visit
      const told = await clickEarly(visit, async () => {
        await page.evaluate(`addEventListener('click', ${handler}, { capture: true, once: true })`)
        await page.click('#inside')
      })
      expect(told).toEqual(['#outer > button:not(.busy) primary'])
    })
  }

  test('is counted where the record comes after it, and what was clicked is gone by then', async ({
    open,
  }) => {
    const visit = await open({ page: 'clicks', analytics: clicksOn('#outer > button'), isLive: true })
    const { page } = visit
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/p/*', async (route) => {
      await released
      await route.continue()
    })
    await page.reload()
    await page.waitForFunction(() => document.readyState === 'complete' && 'motif' in window)
    await page.evaluate(`addEventListener('click', ${handlers['makes everything around it anew']}, true)`)
    await page.click('#inside')
    release()
    await expect.poll(() => visit.collector.events().map(({ item }) => item)).toEqual(['#outer > button'])
  })

  test('that leads away is sent with its visit', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicksOn('a'), isLive: true })
    const { page, collector } = visit
    await holdMeasuring(visit)
    await expect.poll(() => collector.arrivals.some(({ batch }) => isFarewell(batch))).toBe(true)
    collector.arrivals.length = 0
    collector.visits.clear()
    await page.context().addCookies([{ name: 'secret', value: '1', url: collector.origin }])
    await page.click('#away', { noWaitAfter: true })
    await page.waitForURL(/screens\.html/)
    await expect.poll(() => collector.arrivals).toHaveLength(2)
    const [early, farewell] = [...collector.arrivals].sort(
      (a, b) => b.batch.events.length - a.batch.events.length,
    )
    expect(farewell && isFarewell(farewell.batch)).toBe(true)
    expect(early).toMatchObject({
      contentType: 'text/plain;charset=UTF-8',
      batch: {
        v: 1,
        pattern: visit.pattern,
        visit: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        last: 1,
        input: true,
        report: { applied: [], missing: [], refused: [], contested: [] },
        events: [{ seq: 1, item: 'a', type: 'click', button: 'primary' }],
      },
    })
    expect(early?.cookie).toBeUndefined()
    const { sent, events } = early?.batch ?? { sent: -1, events: [] }
    for (const { at } of events) expect(sent).toBeGreaterThanOrEqual(at)
  })

  test('is sent with its visit where the page stops Motif', async ({ open }) => {
    const visit = await open({ page: 'clicks', analytics: clicksOn('#button'), isLive: true })
    const { page, collector } = visit
    const release = await holdMeasuring(visit)
    await expect.poll(() => collector.arrivals.some(({ batch }) => isFarewell(batch))).toBe(true)
    collector.arrivals.length = 0
    await page.click('#inside')
    await page.evaluate(() => window.motif?.stop())
    await expect.poll(() => collector.arrivals).toHaveLength(2)
    release()
    await page.evaluate(() => window.motif?.stop())
    const batches = collector.arrivals.map(({ batch }) => batch)
    expect(batches.filter(isFarewell)).toHaveLength(1)
    expect(batches.find((batch) => !isFarewell(batch))).toMatchObject({
      pattern: visit.pattern,
      input: true,
      report: { applied: [], missing: [], refused: [], contested: [] },
      events: [{ seq: 1, item: '#button', type: 'click', button: 'primary' }],
    })
  })

  test('that leads away is not sent where measuring is refused or waits for consent', async ({ open }) => {
    for (const attributes of [{ consent: 'required' }, {}] as Record<string, string>[]) {
      const visit = await open({ page: 'leave', analytics: clicksOn('a'), isLive: true, attributes })
      const { page, collector } = visit
      await holdMeasuring(visit)
      if (!attributes.consent) await page.evaluate(() => window.motif?.consent(false))
      const before = collector.arrivals.length
      await page.click('#away', { noWaitAfter: true })
      await page.waitForURL(/screens\.html/)
      await page.waitForLoadState()
      expect(collector.arrivals).toHaveLength(before)
    }
  })

  test('is not counted where consent is required', async ({ open }) => {
    const analytics = clicksOn('#button', '#outer')
    const visit = await open({ page: 'clicks', analytics, isLive: true, attributes: { consent: 'required' } })
    const { page } = visit
    await page.route(trackChunk, (route) => setTimeout(() => route.continue(), 500))
    await page.reload()
    await page.waitForFunction(() => 'motif' in window)
    await page.click('#inside')
    await page.evaluate(() => window.motif?.consent(true))
    await expect.poll(() => visit.collector.arrivals.length).toBeGreaterThan(0)
    await page.click('#link')
    expect(await visit.told()).toEqual([])
  })

  test('is not counted where consent was refused, whatever is said later', async ({ open }) => {
    const visit = await open({ page: 'clicks', analytics: clicksOn('#button', '#outer'), isLive: true })
    const { page } = visit
    const release = await holdMeasuring(visit)
    await page.evaluate(() => window.motif?.consent(false))
    await page.click('#inside')
    await page.evaluate(() => window.motif?.consent(true))
    await page.click('#outer', { position: { x: 3, y: 3 } })
    release()
    await expect.poll(() => visit.told()).not.toEqual([])
    expect((await visit.told()).map(({ item }) => item)).toEqual(['#outer'])
  })

  test('is not counted where consent was refused after it', async ({ open }) => {
    const visit = await open({ page: 'clicks', analytics: clicksOn('#button', '#outer'), isLive: true })
    const { page } = visit
    const release = await holdMeasuring(visit)
    await page.click('#inside')
    await page.evaluate(() => window.motif?.consent(false))
    await page.evaluate(() => window.motif?.consent(true))
    await page.click('#outer', { position: { x: 3, y: 3 } })
    release()
    await expect.poll(() => visit.told()).not.toEqual([])
    expect((await visit.told()).map(({ item }) => item)).toEqual(['#outer'])
  })
})
