/** Runs something; what it throws does not reach the page. */
export const quietly = (run: () => void): void => {
  try {
    run()
  } catch {}
}

/** Adds a listener: on the window every event passes it first, and none can be delayed by it. */
export const listen = (types: string[], listener: (event: Event) => void, signal: AbortSignal): void => {
  const heard = (event: Event) => quietly(() => listener(event))
  for (const type of types) addEventListener(type, heard, { capture: true, passive: true, signal })
}

/** Runs something later, unless the life it belongs to is over by then. */
export const after = (ms: number, run: () => void, signal: AbortSignal): void => {
  setTimeout(() => signal.aborted || quietly(run), ms)
}

/** Runs something once in so many milliseconds, however often it is asked for. */
export const throttled = (ms: number, run: () => void, signal: AbortSignal): (() => void) => {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    const runNow = () => {
      isWaiting = false
      run()
    }
    after(ms, runNow, signal)
  }
}
