/** The clock of a visit. */
export interface Clock {
  /** Milliseconds since the visit began. */
  now(): number
  /** Converts a moment of `performance.now()` to milliseconds since the visit began. */
  at(pageMs: number): number
}

/** Starts a monotonic clock. `began` is a moment of `performance.now()`. */
export const startClock = (began: number): Clock => {
  const at = (pageMs: number) => Math.round(pageMs - began)
  return { at, now: () => at(performance.now()) }
}
