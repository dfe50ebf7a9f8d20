import { existsSync, globSync } from 'node:fs'
import { chromium, firefox, webkit } from 'playwright'
import { findFile } from '../programs.ts'

export const engines = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof engines)[number]

/** A browser on this machine: the file that starts it, or for the system's WebKit its WebDriver. */
export interface InstalledBrowser {
  path: string
  /** Playwright's own builds are driven by Playwright; the system's Firefox and WebKit cannot be. */
  isPlaywrights: boolean
}

const playwrights = { chromium, firefox, webkit }

/** Chromium without the browser around its pages. Debian's on the PATH is a script that outlives being killed. */
const headlessShells = ['/usr/lib/chromium/chromium-headless-shell', 'chrome-headless-shell']

/** Names on the PATH, then fixed places, of what distributions and vendors install. */
const systemPlaces: Record<Engine, string[]> = {
  chromium: [
    // Before those with windows: it takes a third of their processor time.
    ...headlessShells,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  firefox: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  webkit: ['WebKitWebDriver'],
}

/** Environment variables that name a browser's file outright. */
const overrides: Record<Engine, string> = {
  chromium: 'MOTIF_CHROMIUM',
  firefox: 'MOTIF_FIREFOX',
  webkit: 'MOTIF_WEBKIT_DRIVER',
}

/** Finds a browser: the override, Playwright's own, then the system's. `undefined`: it is not on this machine. */
export function findBrowser(
  engine: Engine,
  places: string[] = systemPlaces[engine],
): InstalledBrowser | undefined {
  const override = process.env[overrides[engine]]
  if (override) return { path: override, isPlaywrights: false }
  const own = playwrights[engine].executablePath()
  if (own && existsSync(own)) return { path: own, isPlaywrights: true }
  const path = places.map(findFile).find((found) => found !== undefined)
  if (!path || (engine === 'webkit' && !(findFile('Xvfb') && findMiniBrowser()))) return undefined
  return { path, isPlaywrights: false }
}

/** Chromium with the browser around its pages, which alone has a back-forward cache. */
export function findWholeChromium(): InstalledBrowser | undefined {
  return findBrowser(
    'chromium',
    systemPlaces.chromium.filter((place) => !headlessShells.includes(place)),
  )
}

/** Whether the tests have a Chromium without the browser around its pages, or one that was named outright. */
export function hasHeadlessShell(): boolean {
  if (process.env[overrides.chromium]) return true
  const found = findBrowser('chromium')
  return found !== undefined && (found.isPlaywrights || headlessShells.map(findFile).includes(found.path))
}

/** WebKitGTK's test browser, which its WebDriver starts. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser')[0]
}
