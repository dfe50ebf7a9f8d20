import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { brokenWords, heightOfRows, tooWide, violations } from './faults-of-looks.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { type Console, consoleOf, type OpenOptions } from './opened.ts'
import { screensOf, showScreen } from './screens.ts'

/** The screens that look otherwise with little or much in them. */
export const screensThatFill = [
  'today',
  'campaigns',
  'campaign',
  'people',
  'links',
  'person',
  'templates',
  'settings',
]

interface Look extends OpenOptions {
  motif: () => Console
  /** The screens by their names. Default: all of them. */
  only?: string[]
}

/** A console with as much of each kind as makes sense where there are `things` of the most frequent one. */
export function filledConsole(organization: Parameters<typeof consoleOf>[0], things: number): () => Console {
  const motif = consoleOf(organization)
  beforeAll(() => fillConsole({ ...motif().service, request: motif().request }, amountsOf(things)), 900_000)
  return motif
}

/** Shows screens, one after the other, and checks each. */
export async function look(
  { motif, only, ...options }: Look,
  check: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const screens = (await screensOf(motif())).filter(({ name }) => only?.includes(name) ?? true)
  for (const isSignedOut of [true, false]) {
    const shown = screens.filter((screen) => (screen.isSignedOut ?? false) === isSignedOut)
    if (shown.length === 0) continue
    await using opened = await motif().open('/console', { ...options, ...(isSignedOut && { token: '' }) })
    opened.expected.push(/status of 40[14]/, /Content Security Policy|NAME_NOT_RESOLVED/)
    for (const screen of shown) {
      await showScreen(opened.page, motif().service.url, screen)
      await check(opened.page, screen.name)
    }
  }
}

/** Of a row in a long list, in pixels on average: one can scroll through thousands on a telephone. */
const mostHeight = 150

/** What nobody should have to look at. */
export async function expectGoodLooks(page: Page, screen: string): Promise<void> {
  expect.soft([screen, await violations(page)]).toEqual([screen, []])
  expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
  expect.soft([screen, await brokenWords(page)]).toEqual([screen, []])
  expect.soft([screen, (await heightOfRows(page)) < mostHeight]).toEqual([screen, true])
}
