import { expect, test } from 'vitest'
import { keyboardFaults } from './by-keyboard.ts'
import { outOfPlace, tooWide } from './faults-of-looks.ts'
import { expectGoodLooks, filledConsole, look, screensThatFill } from './look.ts'
import { evaluate } from './opened.ts'

const one = filledConsole('looks-at-one', 1)
const sixty = filledConsole('looks-at-sixty', 60)

test('axe finds nothing on any screen, none is wider than the window, and the keyboard reaches and shows every control', () =>
  look({ motif: one, width: 390, colorScheme: 'dark' }, async (page, screen) => {
    await expectGoodLooks(page, screen)
    expect.soft([screen, await keyboardFaults(page)]).toEqual([screen, []])
  }))

test('nor is any with sixty things', () =>
  look({ motif: sixty, only: screensThatFill, width: 390, colorScheme: 'light' }, expectGoodLooks))

test('at 200 % zoom nothing is wider than the window or out of place, and who wants no motion gets none', () =>
  look(
    { motif: sixty, only: screensThatFill, width: 1280, zoom: 2, reducedMotion: 'reduce' },
    async (page, screen) => {
      expect.soft([screen, await tooWide(page)]).toEqual([screen, 0])
      expect.soft([screen, await outOfPlace(page)]).toEqual([screen, []])
      expect.soft([screen, await evaluate(page, 'document.getAnimations().length')]).toEqual([screen, 0])
    },
  ))
