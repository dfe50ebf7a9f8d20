import type { SelectorCandidate } from './propose-selectors.ts'
import { openNarrow, readReloaded } from './renderings.ts'
import { type JudgedCandidate, stableOver } from './stable-over.ts'

/** Judges selectors of a page. All calls on one path use one request for the page. */
type JudgeSelectors = (
  element: Element,
  candidates: SelectorCandidate[],
  signal: AbortSignal,
) => Promise<JudgedCandidate[]>

/**
 * Creates the judge of candidates. It uses the page as its server sends it, and its layout on a telephone: one request to the page's
 * own address, at the first call on each path, without running scripts. If the page cannot be fetched, no candidate has faults. Never throws.
 */
export function createJudge(life: AbortSignal): JudgeSelectors {
  const read = new Map<string, Promise<Document | undefined>>()
  return async (element, candidates, signal) => {
    const { pathname, href } = location
    const reading = read.get(pathname) ?? readReloaded(href, life)
    read.set(pathname, reading)
    const reloaded = await reading
    const narrow = reloaded && !signal.aborted ? await openNarrow(reloaded) : undefined
    try {
      return stableOver(element, candidates, { reloaded, narrow: narrow?.document })
    } finally {
      narrow?.close()
    }
  }
}
