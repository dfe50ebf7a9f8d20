import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import { test as base } from 'vitest'
import type { Event as CountedEvent } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { launchChromium } from './browsers/chromium.ts'
import { type Collector, startCollector } from './collector.ts'
import { listen } from './local-server.ts'

/** The window of every fixture, in CSS pixels. */
const viewport = { width: 1000, height: 800 }

export interface Fixture {
  /** A file of `test/fixtures/events`, without its ending. */
  page: string
  analytics: AnalyticsItem[]
  /** Attributes of the tag, `data-` left out. */
  attributes?: Record<string, string>
  /** Whether the page's clock runs by itself. If nothing is said it stands still until `advance`. */
  isLive?: boolean
  /** Runs in the page before anything else. */
  before?: () => void
}

/** A visitor on a fixture page. */
export interface EventsVisit {
  page: Page
  context: BrowserContext
  collector: Collector
  pattern: string
  url: string
  /** Moves the page's clock, in steps of 50 ms with a frame after each: so it is laid out and observed as in life. */
  advance(ms: number): Promise<void>
  /** What the page itself was told, in order. */
  told(): Promise<CountedEvent[]>
  /** Makes the tab seem visible or hidden, focused or not; browsers without a window never are. */
  become(state: { visible?: boolean; focused?: boolean }): Promise<void>
}

/** A test with `open`, which brings a visitor to a fixture page; all that it opened ends with the test. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ browser }, { onCleanup }) => {
    const opened: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const close of opened.reverse()) await close()
    })
    return (fixture: Fixture) => openFixture(browser, fixture, opened)
  })

export async function openFixture(
  browser: Browser,
  fixture: Fixture,
  opened: (() => Promise<void>)[],
): Promise<EventsVisit> {
  const collector = await startCollector()
  opened.push(collector.close)
  const pattern = randomBytes(16).toString('base64url')
  collector.records.set(pattern, { pattern, language: 'en', content: [], analytics: fixture.analytics })
  const pages = await servePages(collector.origin, fixture.attributes ?? {})
  opened.push(pages.close)
  const context = await browser.newContext({ viewport })
  opened.push(() => context.close())
  await context.addInitScript(stageTab)
  if (fixture.before) await context.addInitScript(fixture.before)
  const page = await context.newPage()
  if (!fixture.isLive) {
    await page.clock.install({ time: 0 })
    // Far enough that a busy machine cannot be past it.
    await page.clock.pauseAt(600_000)
  }
  const url = `${pages.origin}/${fixture.page}.html?pattern=${pattern}`
  await arrive(page, url)
  return {
    page,
    context,
    collector,
    pattern,
    url,
    advance: (ms) => advance(page, ms),
    told: () => page.evaluate(() => window.told),
    become: (state) => page.evaluate((wanted) => window.become(wanted), state),
  }
}

/** Goes to a fixture page and waits until Motif has begun to measure there. */
export async function arrive(page: Page, url: string) {
  await page.goto(url)
  await eventually(() => page.evaluate(() => 'motif' in window))
  await page.evaluate(() => window.motif?.ready)
  await frame(page)
  // Measuring begins once the page has painted.
  if (await page.evaluate(() => '__pwClock' in window)) await advance(page, 50)
}

/** Waits until something has come true. Throws if it has not in time, after five minutes if nothing is said. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, longestMs = 300_000) {
  for (const end = performance.now() + longestMs; !(await isTrue()); await wait(20))
    if (performance.now() > end) throw new Error(`Never came true: ${isTrue}`)
}

/**
 * What the test has done is painted and observed before time passes, and so is each step. They are made within the page
 * by what `page.clock` calls there: by itself it would send the page two messages a step, and keep a script of each for
 * pages to come. These are told the time at the end alone.
 */
async function advance(page: Page, ms: number) {
  const now = await page.evaluate<number>(`(async () => {
    await new Promise(__pwClock.builtins.requestAnimationFrame)
    await (${nextFrame})()
    for (let left = ${ms}; left > 0; left -= 50) {
      await __pwClock.controller.runFor(Math.min(50, left))
      await (${nextFrame})()
    }
    return Date.now()
  })()`)
  await page.clock.pauseAt(now)
}

/** Runs in the page, until that was laid out and observed; observers are told in the order in which they were made. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
  })

/** Scrolls, and waits until that was painted and observed: a busy machine may need more than a frame for it. */
export async function scroll({ page }: EventsVisit, y: number): Promise<void> {
  await page.evaluate((top) => scrollTo(0, top), y)
  for (let frames = 0; frames < 3; frames++) await frame(page)
}

/** Waits until the page was laid out and observed. */
function frame(page: Page): Promise<void> {
  return page.evaluate(nextFrame)
}

/** Serves the fixture pages; `{{tag}}` in them is the snippet's. */
export async function servePages(host: string, attributes: Record<string, string>) {
  const written = Object.entries(attributes).map(([name, value]) => ` data-${name}="${value}"`)
  const tag = `<script async src="${host}/snippet.js"${written.join('')}></script>`
  return listen((request, response) => {
    const name = /^\/([\w-]+)\.html/.exec(request.url ?? '')?.[1]
    if (!name) return response.writeHead(404).end()
    const html = readFileSync(`test/fixtures/events/${name}.html`, 'utf8')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html.replace('{{tag}}', tag))
  })
}

/** Runs in the page: keeps what it is told, and lets a test say whether the tab is visible and focused. */
function stageTab() {
  window.told = []
  for (const type of ['view', 'click', 'duration'])
    document.addEventListener(`motif:${type}`, (event) => window.told.push((event as CustomEvent).detail))
  const state = { visible: true, focused: true }
  const visibilityState = () => (state.visible ? 'visible' : 'hidden')
  Object.defineProperty(document, 'visibilityState', { get: visibilityState })
  Object.defineProperty(document, 'hidden', { get: () => !state.visible })
  document.hasFocus = () => state.visible && state.focused
  window.become = (wanted) => {
    const wasVisible = state.visible
    const wasFocused = document.hasFocus()
    Object.assign(state, wanted)
    if (wasFocused !== document.hasFocus())
      window.dispatchEvent(new FocusEvent(wasFocused ? 'blur' : 'focus'))
    if (wasVisible !== state.visible) document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
}

declare global {
  interface Window {
    told: CountedEvent[]
    become(state: { visible?: boolean; focused?: boolean }): void
  }
}
