import { expect, test } from 'vitest'
import { keyboardFaults } from './by-keyboard.ts'
import { expectGoodLooks, filledConsole, look } from './look.ts'

const motif = filledConsole('looks-at-one', 1)

test('axe finds nothing on any screen, with what opens on it, and none is wider than the window', () =>
  look({ motif, width: 1280, colorScheme: 'dark' }, expectGoodLooks))

test('by keyboard alone every control of every screen is reached, and shows it', () =>
  look({ motif, width: 390 }, async (page, screen) => {
    expect.soft([screen, await keyboardFaults(page)]).toEqual([screen, []])
  }))
