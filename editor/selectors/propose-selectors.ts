import { type Combination, combine } from './combine.ts'
import { fromFinder } from './from-finder.ts'
import type { Handle } from './handles.ts'
import { pathTo } from './path.ts'
import { whyOf } from './why.ts'

/** A selector to choose. */
export interface SelectorCandidate {
  selector: string
  /** How many elements of the page the visitor's script finds by it now. */
  matches: number
  /** Why it is where it is in the list, in a sentence for a marketer. */
  why: string
  /** Whether it counts siblings, so that one more of them makes it find another element. */
  isByPlace: boolean
}

export interface SelectorOptions {
  /** How many to propose at most: 5. */
  most?: number
}

/** A longer page is not searched any further: the path is still found. */
const mostChecked = 1500

/**
 * Selectors for an element, the one that most likely lasts first: those that match it alone, by `data-content`, by
 * other names of the author's (`data-*`, id), by what a redesign would keep; its place comes last, and behind it one
 * for all elements like it. Each can be decided by the edge as the page streams. Empty for an element that the
 * visitor's script does not find: in a shadow root, or not in the page.
 */
export function proposeSelectors(element: Element, { most = 5 }: SelectorOptions = {}): SelectorCandidate[] {
  const document = element.ownerDocument
  if (element.getRootNode() !== document || !document.body) return []
  const found = new Map<Combination, number>()
  for (const combination of rankedFor(element).slice(0, mostChecked)) {
    if (isCovered(combination, found)) continue
    const matches = matchesOf(element, combination.css)
    if (matches) found.set(combination, matches)
    if ([...found.values()].filter((count) => count === 1).length === most) break
  }
  return chosen(found, element, most)
}

/** How many elements a selector matches in an element's document; 0 where it does not match that element. */
export function matchesOf(element: Element, css: string): number {
  try {
    // A form or an image of that name hides the document's own.
    const found = Document.prototype.querySelectorAll.call(element.ownerDocument, css)
    return element.matches(css) ? found.length : 0
  } catch {
    return 0
  }
}

function rankedFor(element: Element): Combination[] {
  const finders = fromFinder(element)
  const all = [...combine(element), pathTo(element), ...(finders ? [finders] : [])]
  return all.sort((one, other) => one.penalty - other.penalty)
}

/** Whether a selector only adds conditions to one that is unique already. */
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

/** Whether it stands for a kind of elements, not for what happens to have a tag or a place. */
function isOfAKind({ parts }: Combination): boolean {
  const own = parts.at(-1)
  return own !== undefined && own.kind !== 'tag' && own.kind !== 'place'
}

function chosen(found: Map<Combination, number>, element: Element, most: number): SelectorCandidate[] {
  const unique = [...found].filter(([, matches]) => matches === 1).slice(0, most)
  const several = [...found].find(([combination, matches]) => matches > 1 && isOfAKind(combination))
  if (unique.length === 0 && !several) return []
  const list = several ? [...unique.slice(0, most - 1), several] : unique
  return list.map(([combination, matches]) => ({
    selector: combination.css,
    matches,
    why: whyOf(combination, matches, element),
    isByPlace: combination.parts.some(({ kind }) => kind === 'place') || combination.css.includes(':nth-'),
  }))
}
