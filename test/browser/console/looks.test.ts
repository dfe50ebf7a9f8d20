import { expect, test } from 'vitest'
import { outOfPlace, tooWide } from './faults-of-looks.ts'
import { expectGoodLooks, filledConsole, look } from './look.ts'
import { evaluate } from './opened.ts'

/** The screens that look otherwise with little or much in them; `every-screen` looks at all. */
const only = ['today', 'campaigns', 'campaign', 'people', 'links', 'person', 'templates', 'settings']

const nothing = filledConsole('looks-at-nothing', 0)
const sixty = filledConsole('looks-at-sixty', 60)

test.each([
  { name: 'nothing', motif: nothing, width: 1280, colorScheme: 'dark' as const },
  { name: 'sixty things', motif: sixty, width: 390, colorScheme: 'light' as const },
])('with $name axe finds nothing on the screens of the console, none is wider than the window', (options) =>
  look({ ...options, only }, expectGoodLooks),
)

test('at 200 % zoom nothing is wider than the window or out of place, and who wants no motion gets none', () =>
  look({ motif: sixty, only, width: 1280, zoom: 2, reducedMotion: 'reduce' }, async (page, screen) => {
    expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
    expect.soft([screen, await outOfPlace(page)]).toEqual([screen, []])
    expect.soft([screen, await evaluate(page, 'document.getAnimations().length')]).toEqual([screen, 0])
  }))
