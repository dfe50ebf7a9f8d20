import { findAgain } from './find-again.ts'
import { matchesOf, type SelectorCandidate } from './propose-selectors.ts'

/** Other renderings of the page, by which selectors are judged. One that could not be made is missing. */
interface Renderings {
  /** The page as its server sends it: see `readReloaded`. */
  reloaded?: Document | undefined
  /** The page at the width of a telephone: see `openNarrow`. */
  narrow?: Document | undefined
}

/** A candidate with its judgement. */
export interface JudgedCandidate extends SelectorCandidate {
  /** Whether it matches the same element, and as many others, in every rendering in which the element was found again. */
  isStable: boolean
  /** If it is not stable: what it matches in other renderings, a sentence for each. */
  faults: string[]
}

/**
 * Judges candidates by other renderings of the page. Candidates that do not match the same element there rank after those that do,
 * and their `why` says so. Otherwise the order stays. If the element itself is not found again, because a script makes it, no
 * candidate has faults.
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

/** Whether an element is laid out but invisible. A document that is only parsed has no layout, so nothing is known there. */
const isHidden = (element: Element) => element.ownerDocument.defaultView !== null && !isShown(element)

function faultOf({ selector, matches }: SelectorCandidate, { again, words }: Place): string[] {
  const there = matchesOf(again, selector)
  if (there === matches) return []
  return [there === 0 ? `It does not find it ${words}.` : `It finds ${there} elements ${words}.`]
}
