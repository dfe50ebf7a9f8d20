import { beforeEach, describe, expect, test } from 'vitest'
import { anyElement, wordsIn, wordsOf } from '../../snippet/follow/words.ts'
import { selectAll } from '../../snippet/select.ts'
import { bareNames } from '../wire/bare-names.ts'

beforeEach(() => {
  document.body.innerHTML = `<main><h1 id="title">A</h1><p data-content="lead">B</p><p class="x">C</p><p class="x">D</p></main>`
})

const texts = (selector: string) => Array.from(selectAll(selector), ({ textContent }) => textContent)

describe('a selector stands for', () => {
  test('all that it matches as CSS', () => expect(texts('.x')).toEqual(['C', 'D']))
  test('an element name before an id', () => expect(texts('h1')).toEqual(['A']))
  test('an id, where it is a bare name that matches nothing', () => expect(texts('title')).toEqual(['A']))
  test.each(bareNames.filter((name) => name !== 'h1'))('an id, for the bare name %s', (name) => {
    const named = Object.assign(document.createElement('p'), { id: name, textContent: name })
    document.body.append(named)
    expect(texts(name)).toEqual([name])
  })
  test('a data-content after that', () => expect(texts('lead')).toEqual(['B']))
  test.each(['..', '', '[', 'p:nonsense(', 'nothing'])('nothing, as %j', (selector) =>
    expect(texts(selector)).toEqual([]),
  )
})

test('every target has, or is in what has, the words by which late elements are found', () => {
  const wordsAround = (element: Element): string[] => [
    element.localName,
    ...element.getAttributeNames().flatMap((name) => [name, ...wordsIn(element.getAttribute(name))]),
    ...(element.parentElement ? wordsAround(element.parentElement) : []),
  ]
  for (const selector of ['#title', 'main p.x', 'MAIN P.x', 'p[data-content="lead"]', 'lead', 'title'])
    for (const element of selectAll(selector)) {
      const around = wordsAround(element)
      expect(wordsIn(selector).filter((word) => around.includes(word))).not.toEqual([])
    }
})

test.each(['p:first-child', 'h1 + p', 'h1 ~ p', 'p > *', '[href^="/a"]', '.w-\\[1\\]'])(
  'any element that comes or goes can make a target of %s',
  (selector) => expect(wordsOf({ selector })).toContain(anyElement),
)
