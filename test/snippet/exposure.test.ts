import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exposureOf, outside, unseen, viewable } from '../../snippet/measure/exposure.ts'

// happy-dom knows no pseudo-elements.
beforeEach(() => {
  const { getComputedStyle } = window
  vi.stubGlobal('getComputedStyle', (element: Element, pseudo?: string) =>
    pseudo ? { content: 'none' } : getComputedStyle.call(window, element),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Says how much of an element is seen. What lies at its points, from the top: what `hits` gives. */
function exposure(width: number, height: number, share: number, hits: (target: Element) => Element[]) {
  Object.assign(window, { innerWidth: 1000, innerHeight: 700 })
  const target = styled('')
  document.elementsFromPoint = () => hits(target)
  const boundingClientRect = { width, height }
  const intersectionRect = { x: 0, y: 0, width, height: height * share }
  return exposureOf({ target, boundingClientRect, intersectionRect } as never)
}

function styled(style: string): Element {
  const element = document.body.appendChild(document.createElement('p'))
  element.setAttribute('style', `visibility: visible; ${style}`)
  return element
}

test.each([
  ['a small one, by half of it', 100, 100, 0.5, viewable],
  ['a small one, not by less', 100, 100, 0.4, outside],
  ['a large one, by 30 % of it', 600, 600, 0.3, viewable],
  ['a large one, not by less', 600, 600, 0.2, outside],
  ['a taller one than the viewport, if it fills half of that', 1000, 3000, 0.12, viewable],
  ['not one without a size', 0, 0, 1, outside],
])('an element is in view: %s', (_, width, height, share, wanted) => {
  expect(exposure(width, height, share, (target) => [target])).toBe(wanted)
})

test.each([
  ['a colour', 'background-color: rgb(0, 0, 0)', unseen],
  ['a dark veil', 'background-color: rgba(0, 0, 0, 0.6)', unseen],
  ['a light veil', 'background-color: rgba(0, 0, 0, 0.3); background-image: none', viewable],
  ['a picture', 'background-color: rgba(0, 0, 0, 0); background-image: url("a.png")', unseen],
  ['a link over a whole card', 'background-color: rgba(0, 0, 0, 0); background-image: none', viewable],
  ['something transparent', 'background-color: rgb(0, 0, 0); opacity: 0', viewable],
])('%s over an element', (_, style, wanted) => {
  const cover = styled(style)
  expect(exposure(100, 100, 1, (target) => [cover, target])).toBe(wanted)
})

test('what is inside an element, or around it, does not cover it', () => {
  const inside = (target: Element) => [target.appendChild(document.createElement('b'))]
  expect(exposure(100, 100, 1, inside)).toBe(viewable)
  expect(exposure(100, 100, 1, () => [document.body])).toBe(viewable)
})
