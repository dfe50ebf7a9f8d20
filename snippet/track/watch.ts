import { isTargetSoFar } from '../first/arriving.ts'
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
  /** Gets the best exposure among the elements, whenever it may have changed. */
  gauge(exposure: Exposure): Need
  /** Requests another look: a close one, or one now and then. */
  ask(isClose: boolean): void
  paints: Paints
  /** Whether the page is in sight: visible, and on the path on which the run began. */
  isInSight(): boolean
}

/** An item that is watched. */
export interface Watch {
  /** Looks again at elements in the viewport, within a frame. If the document has changed, finds the item's elements again. */
  look(reason: Reason): void
  /** Passes the present exposure to the gauge, or `outside` if the page is not in sight. Called when attention has changed. */
  judge(isSeen: boolean): void
}

/**
 * Watches an item until the signal aborts. An IntersectionObserver reports what scrolling and layout change. For what it
 * does not report, such as covering, the elements are observed again: that gives new entries after the next frame's layout,
 * so no layout is forced.
 */
export const watch = (
  { selector, gauge, ask, paints, isInSight }: WatchRequest,
  signal: AbortSignal,
): Watch => {
  let count = 0
  /** The latest geometry of each element. */
  const entries = new Map<Element, IntersectionObserverEntry>()
  let exposure: Exposure = 'outside'
  /** The previous exposure, if nothing has changed since then. */
  let known: Exposure | undefined
  let need: Need = 'distant'
  /** The element that is judged first. */
  let first = 0

  const hear = (news: IntersectionObserverEntry[]) => {
    for (const entry of news) entries.set(entry.target, entry)
    // If an element was removed, find what replaced it before the removal counts as an interruption.
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
    const found = [...selectAll(selector)].filter((element) => !isTargetSoFar({ selector }, element))
    const elements = new Set(found.flatMap(boxesOf))
    for (const element of elements) observer.observe(element)
    count = elements.size
    if (count) return
    exposure = 'outside'
    judge()
  }

  /** The first viewable element decides. The next look begins with it, or after the last element that was judged. */
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

  const judge = (isSeen = isInSight()) => {
    if (need === 'nothing') return
    need = gauge(isSeen ? exposure : 'outside')
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

/** The elements that have an element's boxes: itself, or its children if it has none (`display: contents`). */
const boxesOf = (element: Element): Element[] =>
  getComputedStyle(element).display === 'contents' ? [...element.children].flatMap(boxesOf) : [element]
