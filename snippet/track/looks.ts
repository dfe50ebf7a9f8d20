import { after, listen, quietly } from '../life.ts'
import { lookMs, restMs } from './thresholds.ts'

/**
 * Why the page is looked at: its document has changed, something stirred that may show or hide what is there, or
 * nothing of the kind.
 */
export type Reason = 'change' | 'stir' | 'none'

/** Decides when the page is looked at again. */
export interface Looks {
  /** Has another look: closely in a tenth of a second, else the later the longer nothing has stirred. */
  ask(isClose: boolean): void
  /** The document changed: it is looked at soon. */
  pageChanged(): void
}

/** What may show or hide something without a change of the document. */
const stirs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'resize', 'transitionend', 'animationend']

/** Looks where something asks for it, and where something stirs; a page at rest is looked at twice a second. */
export const planLooks = (look: (reason: Reason) => void, signal: AbortSignal): Looks => {
  let nextAt = Number.POSITIVE_INFINITY
  let pauseMs = lookMs
  let reason: Reason = 'none'

  const lookWithin = (ms: number) => {
    const at = performance.now() + ms
    if (at >= nextAt) return
    nextAt = at
    // One that was asked for later finds that it has been.
    after(ms, () => at === nextAt && lookNow(), signal)
  }

  const lookNow = () => {
    nextAt = Number.POSITIVE_INFINITY
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
    // Told once until the next look: a page that changes all the time pays for ten changes a second.
    changes.disconnect()
    reason = 'change'
    stir()
  }

  const changes = new MutationObserver(() => quietly(pageChanged))
  signal.addEventListener('abort', () => changes.disconnect())
  listen(stirs, stir, signal)
  // A picture that has loaded gives its element a size.
  listen(['load'], pageChanged, signal)
  pageChanged()
  return { ask: (isClose) => lookWithin(isClose ? lookMs : pauseMs), pageChanged }
}
