/** What one record may cost altogether, however many items its template has. */
const renderMs = 500
const recordLength = 1_000_000

/** What is left of it for one record. */
export interface RenderBudget {
  /** Runs a rendering that may last `leftMs`. Throws `limit exceeded` where nothing is left. */
  spend<T>(render: (leftMs: number) => T): T
  /** Whether a payload of so many UTF-16 units still fits into the record. */
  takeLength(length: number): boolean
}

/**
 * A budget for one record. A template's items are each bounded by themselves; two thousand of them would still hold up
 * everybody else's requests for minutes.
 */
export function createRenderBudget(now: () => number = performance.now.bind(performance)): RenderBudget {
  let leftMs = renderMs
  let left = recordLength

  function spend<T>(render: (leftMs: number) => T): T {
    if (leftMs <= 0) throw new Error('limit exceeded: the record takes too long')
    const began = now()
    try {
      return render(leftMs)
    } finally {
      leftMs -= now() - began
    }
  }

  function takeLength(length: number): boolean {
    if (length > left) return false
    left -= length
    return true
  }

  return { spend, takeLength }
}
