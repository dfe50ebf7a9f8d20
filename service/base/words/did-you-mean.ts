/**
 * The candidate that was probably meant: at most a third of its letters differ. Undefined where there is none.
 *
 * @example
 * nearest('selektor', ['selector', 'type']) // 'selector'
 */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase()
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3))
    // The distance is at least the difference in length: this skips the work for a very long text.
    if (Math.abs(wanted.length - candidate.length) > allowed) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance <= allowed && (!best || distance < best.distance)) best = { candidate, distance }
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

/** Letters inserted, deleted, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
