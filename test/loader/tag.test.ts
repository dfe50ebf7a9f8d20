import { expect, test } from 'vitest'
import { hidingRule } from '../../loader/begin.ts'
import { folderOf } from '../../loader/options.ts'

test('one rule hides what all selectors match, and what in it would show through', () =>
  expect(hidingRule('h1,#a :is(p,b)')).toBe(
    ':is(h1,#a :is(p,b)):not([data-motif]){&,*{visibility:hidden!important',
  ))

test.each([
  ['https://motif.example.com/loader.js', 'https://motif.example.com'],
  ['https://cdn.jsdelivr.net/npm/motif/loader.js?v=2', 'https://cdn.jsdelivr.net/npm/motif'],
  ['https://cdn.jsdelivr.net', 'https://cdn.jsdelivr.net'],
  ['https://example.com:4000//', 'https://example.com:4000'],
])('%s says that Motif is at %s', (address, host) => expect(folderOf(address)).toBe(host))
