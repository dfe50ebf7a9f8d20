/** A tab in the background has no frames; then so many milliseconds are as good. */
const frameAtMostMs = 200

/** Runs something before the next paint, unless the signal says that all is over. */
export const beforePaint = (run: () => void, signal: AbortSignal): void => {
  const turn = new AbortController()
  const once = () => {
    if (signal.aborted || turn.signal.aborted) return
    turn.abort()
    run()
  }
  requestAnimationFrame(once)
  setTimeout(once, frameAtMostMs)
}
