import { type Combination, combine } from './combine.ts'
import { fromFinder } from './from-finder.ts'
import type { Handle } from './handles.ts'
import { whyOf } from './why.ts'

/** A proposed selector. */
export interface SelectorCandidate {
  selector: string
  /** How many elements of the page it matches now. */
  matches: number
  /** Why it has its rank, in a sentence for a marketer. */
  why: string
  /** Whether it counts siblings, so that a new sibling makes it match another element. */
  isByPlace: boolean
}

/** How many are proposed at most. */
const mostProposed = 5
/** How many combinations are checked at most. */
const mostChecked = 1500

/**
 * Proposes selectors for an element, the one that most likely lasts first. Those that match it alone come first: by `data-content`,
 * by other names of the author (`data-*`, id), by what a redesign would keep. Then comes its place, and last one for all elements like
 * it. The edge can decide each of them as the page streams. Empty for an element that the visitor's script cannot find: in a shadow
 * root, or outside of the page.
 */
export function proposeSelectors(element: Element): SelectorCandidate[] {
  const document = element.ownerDocument
  if (element.getRootNode() !== document || !document.body) return []
  const found = new Map<Combination, number>()
  for (const combination of rankedFor(element).slice(0, mostChecked)) {
    if (isCovered(combination, found)) continue
    const matches = matchesOf(element, combination.css)
    if (matches) found.set(combination, matches)
    if ([...found.values()].filter((count) => count === 1).length === mostProposed) break
  }
  return chosen(found, element)
}

/** How many elements a selector matches in an element's document; 0 if it does not match that element. */
function matchesOf(element: Element, css: string): number {
  try {
    // A form or image named `querySelectorAll` would hide the document's method.
    const found = Document.prototype.querySelectorAll.call(element.ownerDocument, css)
    return element.matches(css) ? found.length : 0
  } catch {
    return 0
  }
}

function rankedFor(element: Element): Combination[] {
  const finders = fromFinder(element)
  const all = [...combine(element), ...(finders ? [finders] : [])]
  return all.sort((one, other) => one.penalty - other.penalty)
}

/** Whether a selector only adds conditions to one that is already unique. */
function isCovered({ css, parts }: Combination, found: Map<Combination, number>): boolean {
  return [...found].some(
    ([other, count]) => other.css === css || (count === 1 && isWithin(other.parts, parts)),
  )
}

function isWithin(fewer: Handle[], more: Handle[]): boolean {
  const isMet = ({ conditions }: Handle) =>
    more.some((part) => conditions.every((one) => part.conditions.includes(one)))
  return fewer.length > 0 && fewer.every(isMet)
}

/** Whether a selector describes a kind of elements, not just a tag or a place. */
function isOfAKind({ parts }: Combination): boolean {
  const own = parts.at(-1)
  return own !== undefined && own.kind !== 'tag' && own.kind !== 'place'
}

function chosen(found: Map<Combination, number>, element: Element): SelectorCandidate[] {
  const unique = [...found].filter(([, matches]) => matches === 1).slice(0, mostProposed)
  const several = [...found].find(([combination, matches]) => matches > 1 && isOfAKind(combination))
  if (unique.length === 0 && !several) return []
  const list = several ? [...unique.slice(0, mostProposed - 1), several] : unique
  return list.map(([combination, matches]) => ({
    selector: combination.css,
    matches,
    why: whyOf(combination, matches, element),
    isByPlace: combination.parts.some(({ kind }) => kind === 'place') || combination.css.includes(':nth-'),
  }))
}
