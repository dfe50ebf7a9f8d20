import { describe, expect, test } from 'vitest'
import { exposureOf } from '../../snippet/track/exposure.ts'
import { isAbove } from '../../snippet/track/stacking.ts'

/** How much of an element of this size is seen if this share of it is in a viewport of 1000 × 700. */
function exposureAt(width: number, height: number, share: number) {
  const target = document.body.appendChild(document.createElement('p'))
  const entry = {
    target,
    rootBounds: { width: 1000, height: 700 },
    boundingClientRect: { width, height },
    intersectionRect: { width, height: height * share },
  } as unknown as IntersectionObserverEntry
  const paints = { isHit: () => true } as never
  try {
    return exposureOf(entry, paints, 'viewable') === 'outside' ? 'outside' : 'in view'
  } catch {
    // What is in view is looked at further, which needs a real browser.
    return 'in view'
  }
}

describe('an element is in view', () => {
  test.each([
    ['a small one, by half of it', 100, 100, 0.5, 'in view'],
    ['a small one, not by less', 100, 100, 0.4, 'outside'],
    ['a large one, by 30 % of it', 600, 600, 0.3, 'in view'],
    ['a large one, not by less', 600, 600, 0.2, 'outside'],
    ['a taller one than the viewport, if it fills half of that', 1000, 3000, 0.12, 'in view'],
  ] as const)('%s', (_, width, height, share, wanted) => {
    expect(exposureAt(width, height, share)).toBe(wanted)
  })
})

describe('what lets the pointer through is painted over what is hit', () => {
  const through = 'pointer-events: none; position: absolute;'
  test.each([
    ['if it comes later', 'position: absolute', through, true],
    ['not if its level is lower', 'position: absolute; z-index: 2', `${through} z-index: 1`, false],
    ['if its level is higher', 'position: absolute; z-index: 1', `${through} z-index: 2`, true],
    ['not if it takes the pointer', 'position: absolute', 'position: absolute', false],
  ])('%s', (_, hit, over, wanted) => {
    document.body.innerHTML = `<div id="hit" style="${hit}"></div><div id="over" style="${over}"></div>`
    const [one, other] = document.querySelectorAll('div')
    expect(isAbove(other as Element, one as Element)).toBe(wanted)
  })
})
