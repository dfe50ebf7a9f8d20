import { test } from 'vitest'
import { expectGoodLooks, filledConsole, look, screensThatFill } from './look.ts'

const motif = filledConsole('looks-at-nothing', 0)

test('with nothing axe finds nothing on the screens of the console, none is wider than the window', () =>
  look({ motif, only: screensThatFill, width: 1280, colorScheme: 'dark' }, expectGoodLooks))
