import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { openFixture, test } from '../support/events-visit.ts'

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#first', type: 'view' },
  { id: 'read', selector: '#first', type: 'duration' },
]

/** Runs in the page: notes when the browser has been told to send a duration if the page ends. */
function noteArmed() {
  const { fetchLater } = window as unknown as { fetchLater(url: string, init: RequestInit): unknown }
  const noting: typeof fetchLater = (url, init) => {
    if (`${init.body}`.includes('"duration"')) document.documentElement.setAttribute('armed', '')
    return fetchLater(url, init)
  }
  Object.assign(window, { fetchLater: noting })
}

describe('a page that is left', () => {
  test('has sent its durations by then', async ({ open }) => {
    for (const leave of [
      (page: Page) => page.goto('about:blank'),
      (page: Page) => page.reload(),
      (page: Page) => page.close({ runBeforeUnload: true }),
    ]) {
      const visit = await open({ page: 'leave', analytics, isLive: true })
      await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('view')
      const [first] = visit.collector.visits.values()
      await leave(visit.page)
      await expect
        .poll(() => [...(first?.events.values() ?? [])].map(({ seq }) => seq).sort())
        .toEqual([1, 2])
    }
  })

  test('by a crash has armed them', async ({ open }) => {
    const visit = await open({
      page: 'leave',
      analytics: analytics.slice(1),
      isLive: true,
      before: noteArmed,
    })
    await visit.page.waitForFunction(() => document.documentElement.hasAttribute('armed'))
    await visit.page.goto('chrome://crash').catch(() => {})
    await expect.poll(() => visit.collector.events()).toMatchObject([{ type: 'duration', item: 'read' }])
  })
})

describe('a page that comes back from the back-forward cache', () => {
  let browser: Browser
  const opened: (() => Promise<void>)[] = []
  beforeAll(async () => {
    browser = await launchChromium({ hasBackForwardCache: true })
  })
  afterAll(async () => {
    for (const close of opened.reverse()) await close()
    await browser.close()
  })

  for (const storage of ['none', 'local']) {
    test(`is a new visit, with storage ${storage}`, async () => {
      const fixture = { page: 'leave', analytics, isLive: true, attributes: { storage } }
      const { page, collector, url } = await openFixture(browser, fixture, opened)
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) =>
          document.documentElement.toggleAttribute('restored', persisted),
        )
      })
      await expect.poll(() => collector.events().map(({ type }) => type)).toContain('view')
      const [first] = collector.visits.keys()
      await page.goto(new URL('/screens.html', url).href)
      await page.goBack({ waitUntil: 'commit' })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.hasAttribute('restored')))
        .toBe(true)
      const views = () =>
        [...collector.visits].map(([name, { events }]) => [
          name === first,
          [...events.values()].filter(({ type }) => type === 'view').length,
        ])
      await expect.poll(views).toEqual([
        [true, 1],
        [false, 1],
      ])
      const second = [...collector.visits.values()].at(-1)
      expect(second?.report).toBeDefined()
      expect([...(second?.events.keys() ?? [])].sort()[0]).toBe(1)
    })
  }
})

describe('a page that is prerendered', () => {
  test('counts and sends nothing until it is shown', async ({ open }) => {
    const before = () => {
      let isPrerendering = true
      Object.defineProperty(document, 'prerendering', { get: () => isPrerendering })

      Object.assign(window, {
        activate() {
          isPrerendering = false
          document.dispatchEvent(new Event('prerenderingchange'))
        },
      })
    }
    const visit = await open({ page: 'leave', analytics, before })
    await visit.advance(3000)
    await visit.become({ visible: false })
    await visit.become({ visible: true })
    expect(visit.collector.arrivals).toEqual([])
    expect(await visit.told()).toEqual([])
    await visit.page.evaluate(() => (window as unknown as { activate(): void }).activate())
    await visit.advance(1500)
    await expect.poll(() => visit.collector.events().map(({ type }) => type)).toContain('view')
    expect((await visit.told())[0]?.at).toBeLessThan(1500)
  })
})
