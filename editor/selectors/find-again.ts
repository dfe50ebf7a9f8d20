import { childrenOf, ownIdOf } from './own-properties.ts'

/**
 * Finds the same element in another rendering of the page, as a person would: by its text, its picture, its link and what is around
 * it. `undefined` if none is similar enough, or if two are equally similar.
 */
export function findAgain(element: Element, other: Document): Element | undefined {
  const own: Known = { element, text: textOf(element), placeOf: createPlaces() }
  const rated = [...other.getElementsByTagName(element.localName)]
    .map((candidate) => ({ candidate, score: likeness(own, candidate) }))
    .sort((one, two) => two.score - one.score)
  const [best, second] = rated
  if (!best || best.score < enough) return undefined
  return best.score > (second?.score ?? 0) ? best.candidate : undefined
}

/** The score from which on an element counts as the same. */
const enough = 5

/** What is known once for all candidates: a large page has thousands. */
interface Known {
  element: Element
  text: string
  placeOf(element: Element): number
}

function likeness({ element, text, placeOf }: Known, other: Element): number {
  const own = 3 * same(ownIdOf(element), ownIdOf(other)) + 3 * same(text, textOf(other))
  return own + attributesAlike(element, other) + surroundingsAlike(element, other, placeOf)
}

function attributesAlike(one: Element, other: Element): number {
  const said = ['src', 'href', 'alt', 'name', 'type', 'placeholder']
  const alike = said.filter((name) => same(one.getAttribute(name), other.getAttribute(name)) > 0)
  return alike.length * 1.5 + same(one.className, other.className)
}

/** How similar the ancestors' tags and places are, up to the body. In an identical page they are all the same. */
function surroundingsAlike(one: Element, other: Element, placeOf: Known['placeOf']): number {
  let [mine, its]: (Element | null)[] = [one, other]
  let alike = 0
  let steps = 0
  for (; mine && its && steps < 30; steps++) {
    if (mine.localName === its.localName && placeOf(mine) === placeOf(its)) alike++
    mine = mine.parentElement
    its = its.parentElement
  }
  const isToTheTop = !mine && !its
  return (3 * alike) / Math.max(steps, 1) + Number(isToTheTop)
}

/** The places of elements among their siblings, each parent counted once. */
function createPlaces(): Known['placeOf'] {
  const places = new Map<Element, number>()
  return (element) => {
    const { parentElement: parent } = element
    if (parent && !places.has(element))
      for (const [at, child] of childrenOf(parent).entries()) places.set(child, at)
    return places.get(element) ?? -1
  }
}

function textOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim()
}

function same(one: unknown, other: unknown): number {
  return one && one === other ? 1 : 0
}
