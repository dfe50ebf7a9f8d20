import { expect, test } from 'vitest'
import { conditionsOf, sayCase, withCondition } from '../../editor/cases.ts'

const shownOf = (company: string[]) => conditionsOf({ company })[0]?.value
const writtenOf = (value: string) =>
  withCondition({ company: 'x' }, 0, { field: 'company', test: 'oneOf', value }).company

test.each([
  ['North Wind, Two Ltd', ['North Wind', 'Two Ltd']],
  ['"Smith, Jones & Co", Retail', ['Smith, Jones & Co', 'Retail']],
  ['"The ""Best"", Inc", "“One”"', ['The "Best", Inc', '“One”']],
  ['5" pipes, 6" pipes', ['5" pipes', '6" pipes']],
])('one of several values, shown and written again: %s', (shown, values) => {
  expect(writtenOf(shown)).toEqual(values)
  expect(writtenOf(shownOf(values) ?? '')).toEqual(values)
})

test.each([
  [' , Retail,, ', ['Retail']],
  ['"Smith, Jo', ['Smith, Jo']],
  ['"Smith, Jones" & Co, Retail', ['Smith, Jones & Co', 'Retail']],
])('what somebody types as several values: %s', (typed, values) => {
  expect(writtenOf(typed)).toEqual(values)
})

test('a case names its values so that they can be told apart', () => {
  expect(sayCase({ when: { company: ['Smith, Jones & Co', 'Retail'] }, payload: '' })).toBe(
    'Company is one of "Smith, Jones & Co", Retail',
  )
})
