import { firefox, type Page, webkit } from 'playwright'
import { BlankTabs } from './blank-tabs.ts'
import { type Browser, defaultViewport, patienceMs, type Tab } from './browser.ts'
import { launchChromium } from './chromium.ts'
import type { Engine } from './find-browser.ts'

const launchers = {
  chromium: () => launchChromium(),
  firefox: () => firefox.launch(),
  webkit: () => webkit.launch(),
}

/** Starts any Chromium, or Playwright's own Firefox and WebKit. */
export async function launchByPlaywright(name: Engine): Promise<Browser> {
  const browser = await launchers[name]()
  const openPage = async (): Promise<OpenPage> => {
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    return { page, evaluate: name === 'chromium' ? await evaluateByProtocol(page) : undefined }
  }
  const tabs = new BlankTabs(openPage)
  return {
    name,
    close: () => browser.close(),
    open: async (url, { viewport = defaultViewport, waitUntil = 'load', reusesTab } = {}) => {
      const opened = await tabs.take(reusesTab)
      const { page } = opened
      await page.setViewportSize(viewport)
      const leavable = { goto: (to: string) => page.goto(to), close: () => page.context().close() }
      const tab = tabOf(opened, () => tabs.leave(opened, leavable, reusesTab))
      await tab.goto(url, { waitUntil })
      return tab
    },
  }
}

interface OpenPage {
  page: Page
  /** Where the engine has a better way than Playwright's. */
  evaluate: Tab['evaluate'] | undefined
}

function tabOf({ page, evaluate }: OpenPage, close: () => Promise<void>): Tab {
  return {
    evaluate: evaluate ?? ((expression) => page.evaluate(expression)),
    goto: async (url, { waitUntil = 'load' } = {}) => {
      await page.goto(url, { waitUntil: waitUntil === 'none' ? 'commit' : 'load' })
    },
    back: async () => void (await page.goBack()),
    click: (selector) => page.locator(selector).first().click({ noWaitAfter: true, force: true }),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close,
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
