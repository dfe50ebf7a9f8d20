import { type Browser, chromium } from 'playwright'
import { findBrowser } from '../../test/support/installed.ts'

export const viewport = { width: 1000, height: 700 }

/** Chromium as a visitor has it: rivals refuse to work for what says that it is driven. */
export function launchChromium(): Promise<Browser> {
  const path = findBrowser('chromium')?.path
  if (!path) throw new Error('The page part wants Chromium: apt-get install chromium')
  return chromium.launch({
    executablePath: path,
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--disable-blink-features=AutomationControlled'],
    ],
  })
}

export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
