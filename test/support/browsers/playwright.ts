import { firefox, type Page, webkit } from 'playwright'
import type { Engine } from '../installed.ts'
import { type Browser, defaultViewport, patienceMs, type Tab } from './browser.ts'
import { launchChromium } from './chromium.ts'

const launchers = {
  chromium: () => launchChromium(),
  firefox: () => firefox.launch(),
  webkit: () => webkit.launch(),
}

/** Starts any Chromium, or Playwright's own Firefox and WebKit. */
export async function launchByPlaywright(name: Engine): Promise<Browser> {
  const browser = await launchers[name]()
  return {
    name,
    close: () => browser.close(),
    open: async (url, { viewport = defaultViewport, waitUntil = 'load' } = {}) => {
      const context = await browser.newContext({ viewport })
      context.setDefaultTimeout(patienceMs)
      const page = await context.newPage()
      const tab = tabOf(page, name === 'chromium' ? await evaluateByProtocol(page) : undefined)
      await tab.goto(url, { waitUntil })
      return tab
    },
  }
}

function tabOf(page: Page, evaluate?: (expression: string) => Promise<unknown>): Tab {
  return {
    evaluate: evaluate ?? ((expression) => page.evaluate(expression)),
    goto: async (url, { waitUntil = 'load' } = {}) => {
      await page.goto(url, { waitUntil: waitUntil === 'none' ? 'commit' : 'load' })
    },
    back: async () => void (await page.goBack()),
    click: (selector) => page.locator(selector).first().click({ noWaitAfter: true, force: true }),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: () => page.context().close(),
  }
}

/** Playwright's own `evaluate` calls `eval`, which a page that enforces Trusted Types forbids. */
async function evaluateByProtocol(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
}
