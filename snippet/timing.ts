import { after, quietly } from './life.ts'

/** A tab in the background has no frames; then so many milliseconds are as good. */
const frameAtMostMs = 200

/** Runs something before the next paint, and once more soon after, unless the signal says that all is over. */
export const beforePaint = (run: () => void, signal: AbortSignal): void => {
  requestAnimationFrame(() => signal.aborted || quietly(run))
  after(frameAtMostMs, run, signal)
}
