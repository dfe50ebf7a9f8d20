import type { Item } from '../first/item.ts'
import { listen, quietly } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'

/** The first pause between two looks: a frame. */
const firstPauseMs = 16

/** A pause is this share of the wait so far, and this long at most: the longer nothing happens, the fewer looks. */
const shareOfWait = 0.1
const longestPauseMs = 1000

/** A pause is at least this many times what the last look took. However many targets wait, the page keeps the processor. */
const timesOfLook = 10

/** The items that wait for a framework, or for the parser. */
export interface Waiting {
  add(item: Item): void
  isEmpty(): boolean
  /** The page has changed. Returns the items that are worth another look now, which then wait no more. */
  stir(): Item[]
  /** Looks at all of them again. */
  retry(): void
}

/**
 * Keeps the items that wait until a framework has hydrated their targets, or the parser has passed them. No event tells of that, so it
 * looks again: when the page has changed or something has loaded, and in between after pauses that grow. It asks for no frames.
 *
 * @param look tries to apply items; adds those again that still have to wait
 */
export const createWaiting = (
  scheduler: Scheduler,
  look: (items: Item[]) => void,
  signal: AbortSignal,
): Waiting => {
  const items = new Set<Item>()
  let sinceMs = 0
  let lookedMs = 0
  let tookMs = 0
  let isWatching = false

  const take = () => {
    const taken = [...items]
    items.clear()
    return taken
  }

  const retry = () => {
    const began = performance.now()
    look(take())
    lookedMs = performance.now()
    tookMs = lookedMs - began
  }

  const plan = () => {
    if (!items.size) return
    const waitedMs = performance.now() - sinceMs
    const pauseMs = Math.max(firstPauseMs, waitedMs * shareOfWait, tookMs * timesOfLook)
    scheduler.after(Math.min(longestPauseMs, pauseMs), retry, signal)
  }

  const stir = () => {
    sinceMs = performance.now()
    plan()
  }

  /** Begins to watch what a framework may come with: the page's progress, and scripts that load late. */
  const watch = () => {
    isWatching = true
    sinceMs = performance.now()
    // The whole page is there: what waited for the parser waits no more.
    listen(['readystatechange'], retry, signal)
    listen(['DOMContentLoaded', 'load'], stir, signal)
    // The page may have its own `PerformanceObserver`, or none.
    quietly(() => {
      const observer = new PerformanceObserver(stir)
      signal.addEventListener('abort', () => observer.disconnect())
      observer.observe({ type: 'resource' })
    })
  }

  return {
    add(item) {
      items.add(item)
      if (!isWatching) watch()
      plan()
    },
    isEmpty: () => !items.size,
    stir() {
      stir()
      return performance.now() < lookedMs + tookMs * timesOfLook ? [] : take()
    },
    retry,
  }
}
