import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyboardFaults } from './by-keyboard.ts'
import { brokenWords, heightOfRows, outOfPlace, tooWide, violations } from './faults-of-looks.ts'
import { type Amounts, amountsOf, fillConsole } from './fill.ts'
import { type Console, consoleOf, evaluate, type OpenOptions } from './opened.ts'
import { type ConsoleScreen, screensOf, showScreen } from './screens.ts'

/** How much there is to look at, by organization: nothing, one, sixty and ten thousand things only in `npm run test:long -- looks`. */
const isAll = process.env.LOOKS === 'all'
const filled = [
  { name: 'a few things', motif: consoleOf('looks'), amounts: { ...amountsOf(6), webhooks: 1 } },
  ...(isAll
    ? [
        { name: 'nothing', motif: consoleOf('looks-at-nothing'), amounts: amountsOf(0) },
        { name: 'one thing of each kind', motif: consoleOf('looks-at-one'), amounts: amountsOf(1) },
        { name: 'sixty things', motif: consoleOf('looks-at-sixty'), amounts: amountsOf(60) },
        { name: 'ten thousand things', motif: consoleOf('looks-at-thousands'), amounts: amountsOf(10_000) },
      ]
    : []),
] as const satisfies { name: string; motif: () => Console; amounts: Amounts }[]

async function look(
  motif: Console,
  options: OpenOptions,
  check: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const screens = await screensOf(motif)
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

/** Each width and each scheme once; each with each in `npm run test:long -- looks`. */
const looks = [
  [1280, 'light'],
  [390, 'dark'],
  ...(isAll
    ? ([
        [1280, 'dark'],
        [390, 'light'],
      ] as const)
    : []),
] as const

/** Dozens of screens one after the other, or ten thousand people to be made, on a busy machine. */
const timeout = isAll ? 1_800_000 : 300_000

describe.each(filled)('whoever looks at $name', { timeout }, ({ motif, amounts }) => {
  beforeAll(() => fillConsole({ ...motif().service, request: motif().request }, amounts), timeout)

  for (const [width, colorScheme] of looks)
    test(`axe finds nothing on any screen at ${width} px, ${colorScheme}, and nothing is wider than the window`, () =>
      look(motif(), { width, colorScheme }, async (page, screen) => {
        expect.soft([screen, await violations(page)]).toEqual([screen, []])
        expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
        expect.soft([screen, await brokenWords(page)]).toEqual([screen, []])
        expect.soft([screen, (await heightOfRows(page)) < mostHeight]).toEqual([screen, true])
      }))

  for (const width of isAll ? [1280, 390] : [390])
    test(`by keyboard alone every control of every screen is reached, and shows it, at ${width} px`, () =>
      look(motif(), { width }, async (page, screen) => {
        expect.soft([screen, await keyboardFaults(page)]).toEqual([screen, []])
      }))

  for (const zoom of [2, 4])
    test(`at ${zoom}00 % zoom nothing is wider than the window either, or out of place, and who wants no motion gets none`, () =>
      look(motif(), { width: 1280, zoom, reducedMotion: 'reduce' }, async (page, screen) => {
        expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
        expect.soft([screen, await outOfPlace(page)]).toEqual([screen, []])
        expect.soft([screen, await evaluate(page, 'document.getAnimations().length')]).toEqual([screen, 0])
      }))
})
