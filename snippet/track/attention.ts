import { listen } from '../life.ts'
import { idleMs } from './thresholds.ts'

/**
 * Events by which a person shows that they are there. A touch that scrolls begins with `pointerdown`; a screen reader may
 * send nothing but `click`.
 */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click']

/** Whether somebody is there. */
export interface Attention {
  /** Until when somebody counts as there, in milliseconds of the visit: 60 s after the last input, 0 without focus. */
  until(): number
}

/**
 * Begins to watch for input of a person. The beginning of the visit counts as an input, but is not heard.
 *
 * @param heard called for each input
 */
export const watchAttention = (now: () => number, heard: () => void, signal: AbortSignal): Attention => {
  let lastInput = 0
  const note = (event: Event) => {
    if (!event.isTrusted) return
    lastInput = now()
    heard()
  }
  listen(inputs, note, signal)
  return { until: () => (document.hasFocus() ? lastInput + idleMs : 0) }
}
