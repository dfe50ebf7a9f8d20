import { expect, test } from 'vitest'
import { canonicalLanguage, lookUpLanguage } from '../../../service/base/words/language.ts'

test.each([
  ['EN-us', 'en-US'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['de_DE', undefined],
  ['', undefined],
])('%j in canonical form is %j', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical)
})

test.each([
  ['de-AT', 'de'],
  ['de', 'de'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['zh-Hans-CN', undefined],
  ['fr', undefined],
  ['pt-BR', 'pt-BR'],
  ['pt', undefined],
])('look-up of %s finds %s', (tag, found) => {
  expect(lookUpLanguage(['en', 'de', 'zh-Hant', 'pt-BR'], tag)).toBe(found)
})
