import { quietly } from './page.ts'

/** The clock of a run or a visit, and what waits for a time. */
export interface Clock {
  /** Whole milliseconds since the clock began, on a monotonic clock. */
  now(): number
  /** Runs something after so many milliseconds, unless the signal has aborted. The same function twice runs once, at the earlier time. */
  after(ms: number, run: () => void): void
}

/** Starts a clock. What waits ends with the signal. */
export function startClock(signal: AbortSignal): Clock {
  const began = performance.now()
  const waiting = new Map<() => void, number>()

  function after(ms: number, run: () => void): void {
    const at = performance.now() + ms
    if (Number(waiting.get(run)) <= at) return
    waiting.set(run, at)
    setTimeout(() => {
      // Another time may have been set meanwhile.
      if (waiting.get(run) !== at || signal.aborted) return
      waiting.delete(run)
      quietly(run)
    }, ms)
  }

  return { now: () => Math.round(performance.now() - began), after }
}
