import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '../../bench/left-out/features.ts'
import { withInstead } from '../../bench/left-out/left-out.ts'

test.each(features)('the bench finds what it leaves out: $name', ({ instead }) => {
  for (const [file, declarations] of Object.entries(instead)) {
    const code = readFileSync(file, 'utf8')
    const changed = withInstead(file, code, declarations)
    expect(changed.length).toBeLessThan(code.length)
    for (const name of Object.keys(declarations)) expect(changed).toMatch(new RegExp(`const ${name} = `))
  }
})

test('a declaration is replaced to its end, with what is inside', () => {
  const code = [
    'const before = 1',
    'export const long = (',
    '  one: string,',
    '): string => {',
    '  const inside = one',
    '',
    '  return inside',
    '}',
    'const after = 2',
    '',
  ].join('\n')
  expect(withInstead('a.ts', code, { long: 'never' })).toBe(
    'const before = 1\nexport const long = never\nconst after = 2\n',
  )
  expect(() => withInstead('a.ts', code, { none: 'never' })).toThrow('a.ts has 0 declarations of none')
})
