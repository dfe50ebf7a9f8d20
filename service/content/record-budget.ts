/** The limits of one record, however many items its template has. The time is processor time of this thread. */
const renderMs = 500
const recordLength = 1_000_000

/** The rest of these limits for one record. */
export interface RenderBudget {
  /** Runs a rendering that may take `leftMs`. Throws `limit exceeded` where no time is left. */
  spend<T>(render: (leftMs: number) => T): T
  /** Whether a payload of this length (UTF-16 units) still fits into the record; if so, it is counted. */
  takeLength(length: number): boolean
}

/**
 * Creates the budget of one record. Each item has limits of its own, but two thousand items together could still block
 * all other requests for minutes.
 */
export function createRenderBudget(): RenderBudget {
  let leftMs = renderMs
  let left = recordLength

  function spend<T>(render: (leftMs: number) => T): T {
    if (leftMs <= 0) throw new Error('limit exceeded: the record takes too long')
    const began = threadMs()
    try {
      return render(leftMs)
    } finally {
      leftMs -= threadMs() - began
    }
  }

  function takeLength(length: number): boolean {
    if (length > left) return false
    left -= length
    return true
  }

  return { spend, takeLength }
}

/**
 * Milliseconds that this thread has worked: on a busy machine a record must not lose items because others had the
 * processor. Before Node.js 23.9 only the clock can tell.
 */
function threadMs(): number {
  if (!process.threadCpuUsage) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
