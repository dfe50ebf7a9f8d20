import { type Browser, chromium } from 'playwright'
import { findBrowser, findWholeChromium, type InstalledBrowser } from './find-browser.ts'

/** Chromium as root has no sandbox; most of the rest keeps it from talking to its maker while the tests watch the network. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Its visitors are people: the script tells of a browser that says it is driven by a program.
  '--disable-blink-features=AutomationControlled',
  // A process less: opening a page takes a tenth less of the processor.
  '--in-process-gpu',
]

interface ChromiumOptions {
  /** Arguments beside those of every run. */
  args?: string[]
  /** Whether pages that are left are kept for the way back. Not if nothing is said. */
  hasBackForwardCache?: boolean
}

/** Starts Chromium, without the browser around its pages where it can be had so; throws with what to type. */
export function launchChromium({
  args = [],
  hasBackForwardCache = false,
}: ChromiumOptions = {}): Promise<Browser> {
  const installed = hasBackForwardCache ? findWholeChromium() : findBrowser('chromium')
  if (!installed) throw new Error('Chromium is not on this machine. Type: node test/support/prepare.ts')
  return chromium.launch({
    ...pathOf(installed, hasBackForwardCache),
    args: [...chromiumArguments, ...args],
    ignoreDefaultArgs: hasBackForwardCache ? ['--disable-back-forward-cache'] : [],
  })
}

/** Left to itself Playwright takes its own headless shell. */
function pathOf({ path, isPlaywrights }: InstalledBrowser, isWhole: boolean) {
  return isPlaywrights && !isWhole ? {} : { executablePath: path }
}
