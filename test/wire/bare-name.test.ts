import { describe, expect, test } from 'vitest'
import { selectorProblem } from '../../service/templates/check-selector.ts'
import { isBareName, meaningsOf } from '../../wire/bare-name.ts'
import { rewrite, withoutRecord } from '../edge/rewrite.ts'
import { bareNames, otherSelectors } from './bare-names.ts'

describe.each(bareNames)('%s is a bare name', (name) => {
  test('in the wire', () => expect([isBareName(name), meaningsOf(name).length > 1]).toEqual([true, true]))
  test('for the service, which takes it', () => expect(selectorProblem(name)).toBeUndefined())
  test('for the edge, which leaves the id to the browser', () => {
    const page = `<!doctype html><body><p id="${name}">A</p>`
    expect(withoutRecord(rewrite(page, [{ selector: name, type: 'text', payload: 'x' }]))).toBe(
      Buffer.from(page).toString('latin1'),
    )
  })
})

test.each(otherSelectors)('%s is none', (selector) => {
  expect([isBareName(selector), meaningsOf(selector)]).toEqual([false, [selector]])
})
