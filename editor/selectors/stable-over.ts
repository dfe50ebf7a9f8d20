import { findAgain } from './find-again.ts'
import { matchesOf, type SelectorCandidate } from './propose-selectors.ts'

/** Other renderings of the page to judge selectors by; one that could not be made is left out. */
export interface Renderings {
  /** The page as its server sends it: see `readReloaded`. */
  reloaded?: Document | undefined
  /** The page at the width of a telephone: see `openNarrow`. */
  narrow?: Document | undefined
}

/** A candidate with what became of it elsewhere. */
export interface JudgedCandidate extends SelectorCandidate {
  /** Whether it finds the same element, and as many others, in every rendering where the element was found again. */
  isStable: boolean
  /** What became of it elsewhere, where it is not stable: a sentence for each rendering. */
  faults: string[]
}

/**
 * Judges candidates by other renderings of the page. One that does not find the same element there is ranked behind
 * those that do, and its `why` says so; else the order stays. Where the element itself is not found again (a script
 * makes it), nothing is said against a candidate.
 */
export function stableOver(
  element: Element,
  candidates: SelectorCandidate[],
  { reloaded, narrow }: Renderings,
): JudgedCandidate[] {
  const places: Place[] = [
    { page: reloaded, words: 'after a reload' },
    { page: narrow, words: 'on a telephone' },
  ].flatMap(({ page, words }) => placeIn(element, page, words))
  const judged = candidates.map((candidate) => judge(candidate, places, element))
  return [...judged.filter(({ isStable }) => isStable), ...judged.filter(({ isStable }) => !isStable)]
}

/** The element in another rendering. */
interface Place {
  again: Element
  words: string
}

function placeIn(element: Element, page: Document | undefined, words: string): Place[] {
  const again = page && findAgain(element, page)
  return again ? [{ again, words }] : []
}

function judge(candidate: SelectorCandidate, places: Place[], element: Element): JudgedCandidate {
  const faults = places.flatMap((place) => faultOf(candidate, place))
  const hidden = places.filter(({ again }) => isShown(element) && isHidden(again))
  const hints = hidden.map(({ words }) => `The element is not shown ${words}.`)
  return {
    ...candidate,
    isStable: faults.length === 0,
    faults,
    why: [candidate.why, ...faults, ...hints].join(' '),
  }
}

const isShown = (element: Element) => element.getClientRects().length > 0

/** What is only parsed is laid out nowhere, so nothing is known of it. */
const isHidden = (element: Element) => element.ownerDocument.defaultView !== null && !isShown(element)

function faultOf({ selector, matches }: SelectorCandidate, { again, words }: Place): string[] {
  const there = matchesOf(again, selector)
  if (there === matches) return []
  return [there === 0 ? `It does not find it ${words}.` : `It finds ${there} elements ${words}.`]
}
