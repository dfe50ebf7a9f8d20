import { selectAll } from '../select.ts'
import { attendedUntil, now, throttled } from './attention.ts'
import { exposureOf } from './exposure.ts'
import { lookMs, Outside } from './thresholds.ts'
import type { Gauge } from './view.ts'

/** An item that is watched. */
export interface Watched {
  /** Looks for the item's elements again, and at them. */
  look_(): void
  /** Tells the gauge the exposure as it is known, or that nothing can be seen: for when attention changed. */
  judge_(isHidden?: boolean): void
  end_(): void
}

/**
 * Measures the exposure of an item: that of its element which is seen best. An IntersectionObserver tells what
 * scrolling and layout do; what it cannot tell is found by looking again, that is by observing the elements anew. So
 * every measure follows a frame's own layout, and none is forced.
 */
export function watch(selector: string, gauge: Gauge): Watched {
  let count: number
  let exposure = Outside
  let isDone = false

  const observer = new IntersectionObserver(
    (entries) => {
      // What replaced a removed element must be known before the removal counts as a break.
      if (entries.length < count || entries.some((entry) => !entry.target.isConnected)) return look()
      exposure = Math.max(...entries.map(exposureOf))
      judge()
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5] },
  )

  const look = () => {
    if (isDone) return
    count = 0
    observer.disconnect()
    for (const element of selectAll(selector)) {
      observer.observe(element)
      count++
    }
    if (count) return
    exposure = Outside
    judge()
  }

  const lookSoon = throttled(look, lookMs)

  const judge = (isHidden = document.visibilityState !== 'visible') => {
    if (isDone) return
    if (gauge(isHidden ? Outside : exposure, now(), attendedUntil())) end()
    else if (exposure) lookSoon()
  }

  const end = () => {
    isDone = true
    observer.disconnect()
  }

  look()
  return { look_: look, judge_: judge, end_: end }
}
