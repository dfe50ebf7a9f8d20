import { userInfo } from 'node:os'
import puppeteer, { type Page } from 'puppeteer-core'
import { BlankTabs } from './blank-tabs.ts'
import { type Browser, defaultViewport, patienceMs, type Tab } from './browser.ts'
import type { InstalledBrowser } from './find-browser.ts'

/** Starts the system's Firefox by WebDriver BiDi: Playwright drives only the Firefox that it brings itself. */
export async function launchByPuppeteer({ path }: InstalledBrowser): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    // A window without its bars, which would be laid out and painted at every page.
    args: ['--kiosk'],
    // What is asked for is seen by the servers of the tests.
    networkEnabled: false,
    // Without what a visitor's Firefox does beside the page: a sixth of the processor time.
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'browser.pagethumbnails.capturing_disabled': true,
      'browser.sessionstore.interval': 3600000,
      'browser.sessionstore.max_tabs_undo': 0,
      'browser.sessionstore.resume_from_crash': false,
      'dom.ipc.keepProcessesAlive.web': 4,
      'browser.sessionstore.enabled': false,
      'browser.chrome.site_icons': false,
      'browser.newtab.preload': false,
      'browser.translations.enable': false,
      'places.history.enabled': false,
      'reader.parse-on-load.enabled': false,
      'signon.rememberSignons': false,
      'dom.ipc.processPrelaunch.enabled': false,
    },
    env: ownHome(),
  })
  const tabs = new BlankTabs(() => browser.newPage())
  return {
    name: 'firefox',
    close: () => browser.close(),
    open: async (url, { viewport = defaultViewport, waitUntil = 'load', reusesTab } = {}) => {
      const page = await tabs.take(reusesTab)
      // A tab behind another is not painted.
      await page.bringToFront()
      page.setDefaultTimeout(patienceMs)
      await page.setViewport(viewport)
      const tab = tabOf(page, () => tabs.leave(page, page, reusesTab))
      await tab.goto(url, { waitUntil })
      return tab
    },
  }
}

function tabOf(page: Page, close: () => Promise<void>): Tab {
  return {
    evaluate: (expression) => page.evaluate(expression),
    goto: async (url, { waitUntil = 'load' } = {}) => {
      if (waitUntil === 'none') await startLoading(page, url)
      else await page.goto(url, { waitUntil: 'load' })
    },
    back: async () => void (await page.goBack()),
    click: async (selector) => {
      await page.bringToFront()
      await page.click(selector)
    },
    clickAt: async (x, y) => {
      await page.bringToFront()
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close,
  }
}

/** Puppeteer waits for `load` or `DOMContentLoaded` at least; the page itself need not. */
async function startLoading(page: Page, url: string) {
  await page.evaluate(`location.assign(${JSON.stringify(url)})`)
  await page.waitForFunction(`location.href === ${JSON.stringify(url)}`)
}

/** Firefox as root refuses to start where HOME is another user's folder, as it is under sudo. */
function ownHome() {
  return { ...process.env, HOME: userInfo().homedir }
}
