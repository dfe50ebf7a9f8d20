import { idleMs } from './thresholds.ts'

/** Ways in which a person shows to be there. A touch that scrolls begins with `pointerdown`. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel']

let ending: AbortController
let lastInput: number

/** Milliseconds since the visit began, by a monotonic clock. */
export let now: () => number

/** Milliseconds since the visit began, at a moment of the page's clock. */
export let toVisitMs: (pageMs: number) => number

/** Begins the visit's clock. That counts as an input. */
export function beginAttention(began = performance.now()) {
  toVisitMs = (pageMs) => Math.round(pageMs - began)
  now = () => toVisitMs(performance.now())
  ending = new AbortController()
  lastInput = 0
  listen(inputs, (event) => {
    if (event.isTrusted) lastInput = now()
  })
}

/** Takes back every listener of the visit. */
export function endAttention() {
  ending.abort()
}

/** Adds a listener, for the visit: on the window every event passes it first, and none can be delayed by it. */
export function listen(types: string[], listener: (event: Event) => void, { signal } = ending) {
  for (const type of types) addEventListener(type, listener, { capture: true, passive: true, signal })
}

/** Until when somebody counts as there, in milliseconds of the visit: 60 s after an input, 0 without focus. */
export function attendedUntil(): number {
  return document.hasFocus() ? lastInput + idleMs : 0
}

/** Runs something once in so many milliseconds, however often it is asked for. */
export function throttled(run: () => void, ms: number): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      run()
    }, ms)
  }
}
