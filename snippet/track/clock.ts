/** The clock of a visit. */
export interface Clock {
  /** Milliseconds since the visit began. */
  now(): number
  /** The same, at a moment of `performance.now()`. */
  at(pageMs: number): number
}

/** Starts a monotonic clock, at a moment of `performance.now()`. */
export const startClock = (began: number): Clock => {
  const at = (pageMs: number) => Math.round(pageMs - began)
  return { at, now: () => at(performance.now()) }
}
