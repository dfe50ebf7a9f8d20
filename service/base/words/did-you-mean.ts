import { distance } from 'fastest-levenshtein'

/**
 * The candidate that was probably meant: at most a third of its letters differ. Undefined where there is none.
 *
 * @example
 * nearest('selektor', ['selector', 'type']) // 'selector'
 */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase()
  let best: { candidate: string; changes: number } | undefined
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3))
    // They differ at least by this: it skips the work for a very long text.
    if (Math.abs(wanted.length - candidate.length) > allowed) continue
    const changes = distance(wanted, candidate.toLowerCase())
    if (changes <= allowed && (!best || changes < best.changes)) best = { candidate, changes }
  }
  return best?.candidate
}

/** `; did you mean "…"?`, or the list of candidates where none is similar. */
export function didYouMean(given: string, candidates: readonly string[]): string {
  const meant = nearest(given, candidates)
  return meant === undefined ? `; it can be ${joinWithOr(candidates)}` : `; did you mean "${meant}"?`
}

/** `a, b or c`. */
export function joinWithOr(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
