import { expect, test } from 'vitest'
import { localText, toLanguages, withLocalText } from '../../editor/state/localised.ts'
import type { Localised } from '../../wire/editor.ts'

test.each<
  [what: string, text: Localised, other: Localised | undefined, after: string[], expected: Localised]
>([
  ['one text for all stays one', 'Hi', { en: 'Hello', fr: 'Salut' }, ['en', 'fr'], 'Hi'],
  [
    'a new language has the other text',
    { en: 'Hi' },
    { en: 'Hello', fr: 'Salut' },
    ['en', 'fr'],
    { en: 'Hi', fr: 'Salut' },
  ],
  ['also where that is one for all', { en: 'Hi' }, 'Hello', ['en', 'fr'], { en: 'Hi', fr: 'Hello' }],
  ['without another text it is empty', { en: 'Hi' }, undefined, ['en', 'fr'], { en: 'Hi', fr: '' }],
  ['a language falls back', { en: 'Hi' }, { en: 'Hello' }, ['en', 'en-GB'], { en: 'Hi' }],
  [
    'unless the other text has it',
    { en: 'Hi' },
    { en: 'Hello', 'en-GB': 'Hey' },
    ['en', 'en-GB'],
    { en: 'Hi', 'en-GB': 'Hey' },
  ],
  ['a language that is gone goes', { en: 'Hi', de: 'Hallo' }, { en: 'Hello' }, ['en'], { en: 'Hi' }],
  [
    'unless a new one falls back to it',
    { en: 'Hi', de: 'Hallo' },
    'x',
    ['en', 'de-AT'],
    { en: 'Hi', de: 'Hallo' },
  ],
])('a text when languages change: %s', (_, text, other, after, expected) => {
  expect(toLanguages(text, other, { before: ['en', 'de'], after })).toEqual(expected)
})

test('a text under a language’s name in capitals is that language’s, and stays under it', () => {
  const text = { EN: 'Hi', 'DE-at': 'Servus' }
  const said = ['en', 'de-AT', 'de-AT-1996'].map((language) => localText(text, language))
  expect(said).toEqual(['Hi', 'Servus', 'Servus'])
  expect(withLocalText(text, 'de-AT', ['en', 'de-AT'], 'Grüß Gott')).toEqual({ 'DE-at': 'Grüß Gott' })
})
