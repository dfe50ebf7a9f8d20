import type { SelectorCandidate } from './propose-selectors.ts'
import { openNarrow, readReloaded } from './renderings.ts'
import { type JudgedCandidate, stableOver } from './stable-over.ts'

/** Judges selectors of a page. All calls on one address use one request for the page. */
type JudgeSelectors = (
  element: Element,
  candidates: SelectorCandidate[],
  signal: AbortSignal,
) => Promise<JudgedCandidate[]>

/**
 * Creates the judge of candidates. It uses the page as its server sends it, and its layout on a telephone: one request to the page's
 * own address, at the first call on each, without running scripts. If the page cannot be fetched, no candidate has faults. Never throws.
 */
export function createJudge(life: AbortSignal): JudgeSelectors {
  const read = new Map<string, Promise<Document | undefined>>()
  return async (element, candidates, signal) => {
    const [address = ''] = location.href.split('#')
    const reading = read.get(address) ?? readReloaded(address, life)
    read.set(address, reading)
    const reloaded = await reading
    const narrow = reloaded && !signal.aborted ? await openNarrow(reloaded) : undefined
    try {
      return stableOver(element, candidates, { reloaded, narrow: narrow?.document })
    } finally {
      narrow?.close()
    }
  }
}
