import { type Exposure, exposureOf, Outside, Viewable } from './exposure.ts'
import { selectAll } from './select.ts'
import type { Gauge } from './view.ts'

/** An analytics item whose exposure is measured. Its elements are those of the last look at the document. */
export interface Watched {
  selector_: string
  gauge_: Gauge
  elements_: Element[]
}

export interface Watch {
  /** Looks for the items' elements again. */
  find_(): void
  /** Tells every item its exposure as it is known now: for when attention changed. */
  judge_(): void
  end_(): void
}

/**
 * Measures the exposure of items. One IntersectionObserver tells what scrolling and layout do; what it cannot
 * tell (hiding, covering) is found by observing the elements in the viewport anew, at the pace that the items
 * want. So every measure follows a frame's own layout, and none is forced.
 *
 * @param items loses those that are done
 */
export function watchExposure(items: Set<Watched>, isVisible: () => boolean, now: () => number): Watch {
  /** `NaN` until the observer has told. */
  let exposures = new Map<Element, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) exposures.set(entry.target, exposureOf(entry))
      // What replaced a removed element must be known before the removal counts as a break.
      if (entries.some((entry) => !entry.target.isConnected)) find()
      judge()
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5] },
  )

  const find = () => {
    const known = exposures
    exposures = new Map()
    observer.disconnect()
    for (const item of items) {
      item.elements_ = selectAll(item.selector_)
      for (const element of item.elements_) {
        exposures.set(element, known.get(element) ?? Number.NaN)
        observer.observe(element)
      }
    }
  }

  const judge = () => {
    const waits: number[] = []
    for (const item of items) {
      const exposure = isVisible() ? bestOf(item.elements_.map((element) => exposures.get(element))) : Outside
      // An element that has just come keeps the item as it was until the observer has told.
      if (Number.isNaN(exposure)) continue
      const ms = item.gauge_(exposure as Exposure, now())
      if (!ms) items.delete(item)
      else if (exposure) waits.push(ms)
    }
    clearTimeout(timer)
    if (waits.length) timer = setTimeout(askAgain, Math.min(...waits))
  }

  const askAgain = () => {
    for (const [element, exposure] of exposures) {
      if (exposure) {
        observer.unobserve(element)
        observer.observe(element)
      }
    }
  }

  find()
  return {
    find_: find,
    judge_: judge,
    end_() {
      observer.disconnect()
      clearTimeout(timer)
    },
  }
}

/** The item's exposure is that of the element that is seen best; `NaN` while that is not known. */
function bestOf(exposures: (number | undefined)[]): number {
  return exposures.includes(Viewable)
    ? Viewable
    : Math.max(Outside, ...exposures.map((one) => one ?? Outside))
}
