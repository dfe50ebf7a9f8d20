import { listen, quietly } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import { lookMs, restMs } from './thresholds.ts'

/**
 * Why the page is looked at: the document has changed (`change`), an event may have shown or hidden something (`stir`), or
 * neither.
 */
export type Reason = 'change' | 'stir' | 'none'

/** Decides when to look at the page again. */
export interface Looks {
  /** Requests another look: a close one in 100 ms, else later the longer nothing has happened. */
  ask(isClose: boolean): void
  /** The document has changed: it is looked at soon. */
  pageChanged(): void
}

/** Events that may show or hide something without a change of the document. */
const stirs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'resize', 'transitionend', 'animationend']

/** Plans the looks: on request, and after events. A page in which nothing happens is looked at twice a second. */
export const planLooks = (
  look: (reason: Reason) => void,
  { after }: Scheduler,
  signal: AbortSignal,
): Looks => {
  let pauseMs = lookMs
  let reason: Reason = 'none'

  const lookWithin = (ms: number) => after(ms, lookNow, signal)

  const lookNow = () => {
    pauseMs = Math.min(pauseMs * 2, restMs)
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    look(reason)
    reason = 'none'
  }

  const stir = () => {
    if (reason === 'none') reason = 'stir'
    pauseMs = lookMs
    lookWithin(lookMs)
  }

  const pageChanged = () => {
    // One change until the next look is enough: a page that changes all the time costs ten looks a second.
    changes.disconnect()
    reason = 'change'
    stir()
  }

  const changes = new MutationObserver(() => quietly(pageChanged))
  signal.addEventListener('abort', () => changes.disconnect())
  listen(stirs, stir, signal)
  // A picture that loads may change the size of its element.
  listen(['load'], pageChanged, signal)
  pageChanged()
  return { ask: (isClose) => lookWithin(isClose ? lookMs : pauseMs), pageChanged }
}
