import type { AnalyticsItem } from '../../wire/record.ts'
import { query, quietly } from '../page.ts'
import { type Exposure, exposureOf, outside, viewable } from './exposure.ts'
import type { Watched } from './gauge.ts'

/**
 * Watches the elements of items until the signal aborts. An IntersectionObserver reports what scrolling and layout change.
 *
 * @param judge called when exposures may have changed
 * @returns looks at what the observer does not report, such as covering, and finds the elements again. They are observed
 * again: that gives new entries after the next frame's layout, so no layout is forced
 */
export function watch(watched: Iterable<Watched>, judge: () => void, signal: AbortSignal): () => void {
  /** The latest geometry of each element. */
  const entries = new WeakMap<Element, IntersectionObserverEntry>()
  // It tells when enough of an element comes into the viewport or leaves it.
  const observer = new IntersectionObserver((news) => quietly(() => hear(news)), { threshold: [0, 0.3, 0.5] })

  function hear(news: IntersectionObserverEntry[]): void {
    for (const entry of news) entries.set(entry.target, entry)
    for (const one of watched) one.exposure = bestOf(one)
    judge()
  }

  /** The first viewable element decides. */
  function bestOf({ item, exposure }: Watched): Exposure {
    let best: number = outside
    for (const element of elementsOf(item)) {
      const entry = entries.get(element)
      // What has just been found, perhaps instead of another one, is reported in the next frame.
      observer.observe(element)
      if (best < viewable) best = Math.max(best, entry ? exposureOf(entry) : exposure)
    }
    return best as Exposure
  }

  function look(): void {
    observer.disconnect()
    if (signal.aborted) return
    // It is there even if no item has an element.
    observer.observe(document.documentElement)
    for (const { item } of watched) for (const element of elementsOf(item)) observer.observe(element)
  }

  return look
}

function elementsOf({ selector }: AnalyticsItem): Element[] {
  return [...query(selector)].flatMap(boxesOf)
}

/** The elements that have an element's boxes: itself, or its children if it has none (`display: contents`). */
function boxesOf(element: Element): Element[] {
  return getComputedStyle(element).display === 'contents' ? [...element.children].flatMap(boxesOf) : [element]
}
