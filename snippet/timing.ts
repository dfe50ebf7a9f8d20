import { after, quietly } from './life.ts'

/** A background tab has no frames: this long stands in for one. */
const frameAtMostMs = 200

/** Runs something before the next paint, and once more after 200 ms, unless the signal has aborted. */
export const beforePaint = (run: () => void, signal: AbortSignal): void => {
  requestAnimationFrame(() => signal.aborted || quietly(run))
  after(frameAtMostMs, run, signal)
}
