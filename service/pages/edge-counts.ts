import type { Outcome } from '../../edge/outcome.ts'

/**
 * The outcome of a request to the edge server. `failed`: the origin did not answer, or broke off. `gone`: the visitor
 * left before the end of the response.
 */
export type EdgeCount = Outcome | 'failed' | 'gone'

/** Counts outcomes since they were last taken. */
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
