import type { Outcome } from '../../edge/outcome.ts'

/**
 * What an edge's server counts: what became of requests; `failed` is an origin that did not answer, or broke off;
 * `gone` a visitor who left before the answer's end.
 */
export type EdgeCount = Outcome | 'failed' | 'gone'

/** How many requests came to what, since it was last taken. */
export interface EdgeCounts {
  count(what: EdgeCount): void
  /** `undefined` where there were none. */
  take(): Partial<Record<EdgeCount, number>> | undefined
}

export function createEdgeCounts(): EdgeCounts {
  let counts: Partial<Record<EdgeCount, number>> = {}
  return {
    count(what) {
      counts[what] = (counts[what] ?? 0) + 1
    },
    take() {
      const taken = counts
      counts = {}
      return Object.keys(taken).length > 0 ? taken : undefined
    },
  }
}
