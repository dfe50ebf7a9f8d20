import { quietly } from '../life.ts'
import { selectAll } from '../select.ts'
import type { Paints } from './cover.ts'
import { exposureOf } from './exposure.ts'
import type { Exposure, Need } from './gauge.ts'
import type { Reason } from './looks.ts'
import { mostJudged } from './thresholds.ts'

/** An item to watch: all elements of its selector. */
export interface WatchRequest {
  selector: string
  /** Told of the exposure of the element that is seen best, whenever that may have changed. */
  gauge(exposure: Exposure): Need
  /** Has the item looked at again: closely, or now and then. */
  ask(isClose: boolean): void
  paints: Paints
}

/** An item that is watched. */
export interface Watch {
  /** Looks again, in a frame, at what is in the viewport; and for the item's elements, where the document has changed. */
  look(reason: Reason): void
  /** Tells the gauge what is known, or that nothing can be seen: for when attention changed. */
  judge(isHidden: boolean): void
}

/**
 * Watches an item until the signal aborts. An IntersectionObserver tells what scrolling and layout do; what it cannot
 * tell is found by looking again, that is by observing the elements anew. So every measure follows a frame's own
 * layout, and none is forced.
 */
export const watch = ({ selector, gauge, ask, paints }: WatchRequest, signal: AbortSignal): Watch => {
  let count = 0
  /** The geometry of each element, as it is told after a look. */
  const entries = new Map<Element, IntersectionObserverEntry>()
  let exposure: Exposure = 'outside'
  /** What it was before a look for no reason. */
  let known: Exposure | undefined
  let need: Need = 'distant'
  /** The element that is judged first. */
  let first = 0

  const hear = (news: IntersectionObserverEntry[]) => {
    for (const entry of news) entries.set(entry.target, entry)
    // What replaced a removed element must be known before the removal counts as a break.
    if (entries.size < count || news.some(({ target }) => !target.isConnected)) return look()
    exposure = measure()
    known = undefined
    judge()
  }

  const observer = new IntersectionObserver((news) => quietly(() => hear(news)), {
    threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  })

  const look = () => {
    if (need === 'nothing') return
    observer.disconnect()
    entries.clear()
    const elements = new Set([...selectAll(selector)].flatMap(boxesOf))
    for (const element of elements) observer.observe(element)
    count = elements.size
    if (count) return
    exposure = 'outside'
    judge()
  }

  /** The first element that is viewable decides, and is the first the next time too; so is the next after many that are not. */
  const measure = (): Exposure => {
    const all = [...entries.values()]
    let unseen = 0
    for (const _ of all) {
      const found = exposureOf(all[first % count] as IntersectionObserverEntry, paints, known)
      if (found === 'viewable') return found
      first++
      if (found === 'unseen' && ++unseen === mostJudged) break
    }
    return unseen ? 'unseen' : 'outside'
  }

  const judge = (isHidden = document.visibilityState !== 'visible') => {
    if (need === 'nothing') return
    need = gauge(isHidden ? 'outside' : exposure)
    if (need === 'nothing') observer.disconnect()
    else if (exposure !== 'outside') ask(need === 'close')
  }

  signal.addEventListener('abort', () => observer.disconnect())
  look()
  return {
    look(reason) {
      if (reason === 'none') known = exposure
      if (reason === 'change' || [...entries.values()].some(({ isIntersecting }) => isIntersecting)) look()
    },
    judge,
  }
}

/** The elements whose boxes are an element's: itself, or its children where it has none of its own. */
const boxesOf = (element: Element): Element[] =>
  getComputedStyle(element).display === 'contents' ? [...element.children].flatMap(boxesOf) : [element]
