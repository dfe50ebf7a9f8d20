import type { SelectorCandidate } from './propose-selectors.ts'
import { openNarrow, readReloaded } from './renderings.ts'
import { type JudgedCandidate, stableOver } from './stable-over.ts'

/**
 * Candidates judged by the page as its server sends it now and by its layout on a telephone: one request to the page's own
 * address, and nothing of it is run. Where the page cannot be asked, the candidates come back as they are. Never throws.
 */
export async function judgeSelectors(
  element: Element,
  candidates: SelectorCandidate[],
  signal: AbortSignal,
): Promise<JudgedCandidate[]> {
  const reloaded = await readReloaded(location.href, signal)
  const narrow = reloaded && !signal.aborted ? openNarrow(reloaded) : undefined
  try {
    return stableOver(element, candidates, { reloaded, narrow: narrow?.document })
  } finally {
    narrow?.close()
  }
}
