import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { keyboardFaults } from './by-keyboard.ts'
import { brokenWords, heightOfRows, outOfPlace, tooWide, violations } from './faults-of-looks.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { type Console, consoleOf, evaluate, type OpenOptions } from './opened.ts'
import { type ConsoleScreen, screensOf, showScreen } from './screens.ts'

/** The screens that look otherwise with little or nothing in them. */
const lists = ['today', 'campaigns', 'campaign', 'people', 'links', 'person', 'templates', 'settings']

/** Each width and each scheme once. */
const filled = [
  { name: 'nothing', motif: consoleOf('looks-at-nothing'), things: 0, width: 390, scheme: 'dark' },
  {
    name: 'one thing of each kind',
    motif: consoleOf('looks-at-one'),
    things: 1,
    width: 1280,
    scheme: 'dark',
  },
  { name: 'sixty things', motif: consoleOf('looks-at-sixty'), things: 60, width: 390, scheme: 'light' },
] as const

async function look(
  motif: Console,
  options: OpenOptions & { only?: string[] },
  check: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const all = await screensOf(motif)
  const screens = all.filter(({ name }) => options.only?.includes(name) ?? true)
  const visit = async (shown: ConsoleScreen[], token: OpenOptions) => {
    await using opened = await motif.open('/console', { ...options, ...token })
    opened.expected.push(/status of 40[14]/)
    for (const screen of shown) {
      await showScreen(opened.page, motif.service.url, screen)
      await check(opened.page, screen.name)
    }
  }
  const inside = screens.filter(({ isSignedOut }) => !isSignedOut)
  await Promise.all([
    ...[0, 1].map((half) =>
      visit(
        inside.filter((_, at) => at % 2 === half),
        {},
      ),
    ),
    visit(
      screens.filter(({ isSignedOut }) => isSignedOut),
      { token: '' },
    ),
  ])
}

/** Of a row in a long list, in pixels on average: one can scroll through thousands on a telephone. */
const mostHeight = 150

/** Dozens of screens one after the other, on a busy machine. */
const timeout = 600_000

beforeAll(
  () =>
    Promise.all(
      filled.map(({ motif, things }) =>
        fillConsole({ ...motif().service, request: motif().request }, amountsOf(things)),
      ),
    ),
  timeout,
)

test.each(filled)(
  'axe finds nothing on any screen with $name, and nothing is wider than the window',
  { timeout },
  ({ motif, things, width, scheme: colorScheme }) =>
    look(motif(), { width, colorScheme, ...(things < 60 && { only: lists }) }, async (page, screen) => {
      expect.soft([screen, await violations(page)]).toEqual([screen, []])
      expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
      expect.soft([screen, await brokenWords(page)]).toEqual([screen, []])
      expect.soft([screen, (await heightOfRows(page)) < mostHeight]).toEqual([screen, true])
    }),
)

test('by keyboard alone every control of every screen is reached, and shows it', { timeout }, () =>
  look(filled[1].motif(), { width: 390 }, async (page, screen) => {
    expect.soft([screen, await keyboardFaults(page)]).toEqual([screen, []])
  }),
)

test(
  'at 200 % zoom nothing is wider than the window or out of place, and who wants no motion gets none',
  { timeout },
  () =>
    look(filled[2].motif(), { width: 1280, zoom: 2, reducedMotion: 'reduce' }, async (page, screen) => {
      expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
      expect.soft([screen, await outOfPlace(page)]).toEqual([screen, []])
      expect.soft([screen, await evaluate(page, 'document.getAnimations().length')]).toEqual([screen, 0])
    }),
)
