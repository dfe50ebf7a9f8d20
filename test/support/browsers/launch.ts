import type { Browser } from './browser.ts'
import { type Engine, findBrowser, type InstalledBrowser } from './find-browser.ts'
import { launchByPlaywright } from './playwright.ts'
import { launchByPuppeteer } from './puppeteer.ts'
import { launchByWebDriver } from './webdriver.ts'

const bySystem: Record<Engine, (installed: InstalledBrowser) => Promise<Browser>> = {
  chromium: () => launchByPlaywright('chromium'),
  firefox: launchByPuppeteer,
  webkit: launchByWebDriver,
}

/** Starts the browser of an engine; throws with what to type where it is not on this machine. */
export async function launch(engine: Engine): Promise<Browser> {
  const installed = findBrowser(engine)
  if (!installed) throw new Error(`${engine} is not on this machine. Type: node test/support/prepare.ts`)
  return installed.isPlaywrights ? launchByPlaywright(engine) : bySystem[engine](installed)
}
