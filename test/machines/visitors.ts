import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'

/** What mail gateways send: nothing in it names a robot. */
export const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** On a busy machine. */
const patienceMs = 120_000

/** How a link is opened. */
export interface Opening {
  url: string
  /** The number of the network that it is opened from, 0 to 255. */
  network: number
  /** Runs in the page before its scripts. */
  before?: () => void
  context?: BrowserContextOptions
}

/** Opens a link in a new browser profile, waits until the visit is measured, lets `act` use the page, and leaves it. */
export async function visit(
  browser: Browser,
  { url, network, before, context: options }: Opening,
  act: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  try {
    const page = await context.newPage()
    if (before) await page.addInitScript(before)
    await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/e')),
      page.goto(`${url}&network=${network}`),
    ])
    await act(page, context)
    // Its farewell goes out.
    await page.goto('about:blank')
    await wait(200)
  } finally {
    await context.close()
  }
}

/** What a machine does with a page, and for how long it stays. */
type Act = (page: Page, context: BrowserContext) => Promise<void>

/** The machines that are to be found, by what they do beside waiting. */
export const machines: Record<string, Act> = {
  'waits 0 to 14 s': async () => {},
  'scrolls by script': async (page) => {
    await page.evaluate(async () => {
      for (let top = 0; top < 1500; top += 100) {
        scrollTo(0, top)
        await new Promise((done) => setTimeout(done, 20))
      }
    })
  },
  'clicks everything by script': async (page) => {
    await page.evaluate(() => {
      for (const each of document.querySelectorAll<HTMLElement>('a, button')) each.click()
    })
  },
  'clicks everything with real mouse events': async (page, context) => {
    const points = await pointsOf(page)
    const session = await context.newCDPSession(page)
    const press = ([x, y]: Point) =>
      (['mousePressed', 'mouseReleased'] as const).map((type) =>
        session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }),
      )
    await Promise.all(points.flatMap(press))
  },
}

/** The machines that are not found: they count as people. */
export const unfound: Record<string, Act> = {
  'stays for 16 s': () => wait(16_000),
  'moves the mouse': (page) => page.mouse.move(200, 200),
  'clicks with real mouse events, one item a second': async (page) => {
    for (const [x, y] of (await pointsOf(page)).slice(0, 3)) {
      await page.mouse.click(x, y)
      await wait(1000)
    }
  },
}

type Point = readonly [number, number]

function pointsOf(page: Page): Promise<Point[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('nav button')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x + width / 2, y + height / 2] as const
    }),
  )
}

/** People, and how they come. */
export const people: Record<string, { act: Act; before?: () => void; context?: BrowserContextOptions }> = {
  'with a mouse': {
    act: async (page) => {
      await page.mouse.move(100, 100)
      await page.mouse.wheel(0, 300)
      await wait(500)
    },
  },
  'with a finger': {
    context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } },
    act: async (page) => {
      await page.touchscreen.tap(200, 400)
      await wait(500)
    },
  },
  'by keyboard alone': {
    act: async (page) => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('PageDown')
      await wait(500)
    },
  },
  'with a screen reader’s virtual click': {
    // It gives the page a click, and none of the keys that its user types.
    before: () => {
      for (const type of ['keydown', 'keypress', 'keyup'])
        addEventListener(type, (event) => event.stopImmediatePropagation(), true)
    },
    act: async (page) => {
      await page.evaluate(() => document.querySelector<HTMLElement>('#untracked button')?.focus())
      await page.keyboard.press('Enter')
      await wait(500)
    },
  },
  'in a background tab first': {
    before: () => {
      let state: DocumentVisibilityState = 'hidden'
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' })
      Object.assign(window, {
        comeToFront() {
          state = 'visible'
          document.dispatchEvent(new Event('visibilitychange'))
        },
      })
    },
    act: async (page) => {
      await wait(3000)
      await page.evaluate(() => (window as unknown as { comeToFront(): void }).comeToFront())
      await page.mouse.move(100, 100)
      await wait(500)
    },
  },
  'on a phone, reading for 20 s without a touch': {
    context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } },
    act: () => wait(20_000),
  },
}
