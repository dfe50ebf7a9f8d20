/** Adds a listener that sees the event before the page does, never delays it, and goes with its signal. */
export type Listen = (types: string[], listener: (event: Event) => void) => void

/** On the window, which every event passes first, those of the document too. */
export function listenUntil(signal: AbortSignal): Listen {
  return (types, listener) => {
    for (const type of types) addEventListener(type, listener, { capture: true, passive: true, signal })
  }
}

/** Without input for this long nobody is taken to be there. */
const idleMs = 60_000

/** Ways in which a person shows to be there. A touch that scrolls begins with `pointerdown`. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel']

/**
 * Tells until when somebody counts as there: 60 s after the last input, 0 while the page is not focused. The start
 * counts as an input. Times are in milliseconds of the visit.
 */
export function watchAttention(listen: Listen, now: () => number): () => number {
  let lastInput = 0
  listen(inputs, (event) => {
    if (event.isTrusted) lastInput = now()
  })
  return () => (document.hasFocus() ? lastInput + idleMs : 0)
}
