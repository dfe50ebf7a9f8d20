import type { Browser } from 'playwright'
import { launchChromium } from '../../test/support/browsers/chromium.ts'

export const viewport = { width: 1000, height: 700 }

/** Chromium as a visitor has it: rivals refuse to work for what says that it is driven. */
export const launchAsVisitor = (): Promise<Browser> =>
  launchChromium({ args: ['--disable-blink-features=AutomationControlled'] })

export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
