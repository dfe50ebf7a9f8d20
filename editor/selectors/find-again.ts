/**
 * The element of another rendering of the page that is the same one: as a person would say it, by what it says, shows
 * and leads to, and by what is around it. `undefined` where none is alike enough, or two are alike.
 */
export function findAgain(element: Element, other: Document): Element | undefined {
  const rated = [...other.getElementsByTagName(element.localName)]
    .map((candidate) => ({ candidate, score: likeness(element, candidate) }))
    .sort((one, two) => two.score - one.score)
  const [best, second] = rated
  if (!best || best.score < enough) return undefined
  return best.score > (second?.score ?? 0) ? best.candidate : undefined
}

/** Of the most that an element can have in common, what makes it the same. */
const enough = 5

function likeness(one: Element, other: Element): number {
  const own = 3 * same(one.id, other.id) + 3 * same(textOf(one), textOf(other)) + attributesAlike(one, other)
  return own + surroundingsAlike(one, other)
}

function attributesAlike(one: Element, other: Element): number {
  const said = ['src', 'href', 'alt', 'name', 'type', 'placeholder']
  const alike = said.filter((name) => same(one.getAttribute(name), other.getAttribute(name)) > 0)
  return alike.length * 1.5 + same(one.className, other.className)
}

/** Tags and places up to the body: an exact page has them all alike. */
function surroundingsAlike(one: Element, other: Element): number {
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

function placeOf(element: Element): number {
  return [...(element.parentElement?.children ?? [])].indexOf(element)
}

function textOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim()
}

function same(one: unknown, other: unknown): number {
  return one && one === other ? 1 : 0
}
