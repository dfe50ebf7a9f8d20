import { expect, test } from 'vitest'
import { lookUpLanguage } from '../../../service/base/words/language.ts'

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
