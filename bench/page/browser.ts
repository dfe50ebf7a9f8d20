import type { Browser, CDPSession } from 'playwright'
import { launchChromium } from '../../test/support/browsers/chromium.ts'

export const viewport = { width: 1000, height: 700 }

/** Chromium as a visitor has it: rivals refuse to work in a browser that says it is automated. */
export const launchAsVisitor = (): Promise<Browser> =>
  launchChromium({ args: ['--disable-blink-features=AutomationControlled'] })

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Makes a page's user agent and brands those of a visitor's browser. */
export async function seemVisited(session: CDPSession): Promise<void> {
  await session.send('Emulation.setUserAgentOverride', {
    userAgent,
    userAgentMetadata: {
      brands: [{ brand: 'Chromium', version: '156' }],
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  })
}
