import { expect, test } from 'vitest'
import { selectorProblem } from '../../service/templates/check-selector.ts'
import { asWritten, selectorOf } from '../../wire/bare-name.ts'
import { rewrite, withoutRecord } from '../edge/rewrite.ts'
import { bareNames, otherSelectors } from './bare-names.ts'

test.each([...bareNames.filter((name) => name !== 'h1'), 'my-card'])(
  '%s is a bare name: a template may have it, and a record has it as an id and a data-content',
  (name) => {
    const selector = `[id="${name}"],[data-content="${name}"]`
    expect(selectorProblem(name)).toBeUndefined()
    expect([selectorOf(name), asWritten(selector)]).toEqual([selector, name])
  },
)

test('the edge writes what has the name', () => {
  const content = [{ selector: selectorOf('hero-title'), type: 'text' as const, payload: 'x' }]
  const page = '<!doctype html><body><h1 id=hero-title>A</h1><p data-content="hero-title">B</p>'
  expect(withoutRecord(rewrite(page, content))).toBe(page.replace(/[AB]</g, 'x<'))
})

test.each([...otherSelectors, 'h1', 'H1', 'footer', '[id="a"],[data-content="b"]'])(
  '%s is none',
  (selector) => expect([selectorOf(selector), asWritten(selector)]).toEqual([selector, selector]),
)
