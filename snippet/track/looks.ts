import { after, listen, quietly } from '../life.ts'
import { lookMs, restMs } from './thresholds.ts'

/** Decides when the page is looked at again. */
export interface Looks {
  /** Has another look: closely in a tenth of a second, else the later the longer nothing has stirred. */
  ask(isClose: boolean): void
  /** The document changed: it is looked at soon. */
  pageChanged(): void
}

/** What may show or hide something without a change of the document. */
const stirs = [
  'pointerdown',
  'pointermove',
  'keydown',
  'scroll',
  'resize',
  'load',
  'transitionend',
  'animationend',
]

/**
 * Looks where something asks for it, and where something stirs; a page at rest is looked at twice a second.
 *
 * @param look told whether the document has changed since the last time
 */
export const planLooks = (look: (isChanged: boolean) => void, signal: AbortSignal): Looks => {
  let nextAt = Number.POSITIVE_INFINITY
  let pauseMs = lookMs
  let isChanged = false

  const lookWithin = (ms: number) => {
    const at = performance.now() + ms
    if (at >= nextAt) return
    nextAt = at
    // One that was asked for later finds that it has been.
    after(ms, () => at === nextAt && lookNow(), signal)
  }

  const lookNow = () => {
    const wasChanged = isChanged
    nextAt = Number.POSITIVE_INFINITY
    pauseMs = Math.min(pauseMs * 2, restMs)
    isChanged = false
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    look(wasChanged)
  }

  const stir = () => {
    pauseMs = lookMs
    lookWithin(lookMs)
  }

  const pageChanged = () => {
    // Told once until the next look: a page that changes all the time pays for ten changes a second.
    changes.disconnect()
    isChanged = true
    stir()
  }

  const changes = new MutationObserver(() => quietly(pageChanged))
  signal.addEventListener('abort', () => changes.disconnect())
  listen(stirs, stir, signal)
  pageChanged()
  return { ask: (isClose) => lookWithin(isClose ? lookMs : pauseMs), pageChanged }
}
