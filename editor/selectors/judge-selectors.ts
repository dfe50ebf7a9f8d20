import type { SelectorCandidate } from './propose-selectors.ts'
import { openNarrow, readReloaded } from './renderings.ts'
import { type JudgedCandidate, stableOver } from './stable-over.ts'

/** Judges selectors of a page, however often, by one look at what its server sends. */
export type JudgeSelectors = (
  element: Element,
  candidates: SelectorCandidate[],
  signal: AbortSignal,
) => Promise<JudgedCandidate[]>

/**
 * Creates what judges candidates by the page as its server sends it and by its layout on a telephone: one request to the
 * page's own address, at the first question, and nothing of it is run. Where the page cannot be asked, the candidates come
 * back with nothing against them. Never throws.
 */
export function createJudge(life: AbortSignal): JudgeSelectors {
  let reading: Promise<Document | undefined> | undefined
  return async (element, candidates, signal) => {
    reading ??= readReloaded(location.href, life)
    const reloaded = await reading
    const narrow = reloaded && !signal.aborted ? await openNarrow(reloaded) : undefined
    try {
      return stableOver(element, candidates, { reloaded, narrow: narrow?.document })
    } finally {
      narrow?.close()
    }
  }
}
