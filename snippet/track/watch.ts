import { quietly } from '../life.ts'
import { selectAll } from '../select.ts'
import { createPaints, type Paints } from './cover.ts'
import { exposureOf, extentOf } from './exposure.ts'
import type { Exposure, Need } from './gauge.ts'
import { planLooks } from './looks.ts'
import { mostJudged } from './thresholds.ts'

/** Something to watch: all elements of a selector, and what measures that of them which is seen best. */
export interface Tracked {
  selector: string
  /** Told of the exposure whenever that may have changed. */
  gauge(exposure: Exposure): Need
}

/** Watches how much of the tracked elements can be seen. */
export interface Watch {
  /** The document changed: elements are looked for again, soon. */
  pageChanged(): void
  /** Tells the gauges what is known, or that nothing can be seen: for when attention changed. */
  judge(isHidden?: boolean): void
}

/** What is watched, as it is known now. */
interface Watched extends Tracked {
  /** In the order in which they are judged. */
  elements: Set<Element>
  exposure: Exposure
  need: Need
}

/** The geometry of each observed element; `undefined` until the next frame. */
type Entries = Map<Element, IntersectionObserverEntry | undefined>

/**
 * Watches tracked elements until the signal aborts. An IntersectionObserver tells what scrolling and layout do; what it
 * cannot tell is found by looking again, that is by observing anew what is in the viewport. So every measure follows a
 * frame's own layout, and none is forced.
 */
export const watch = (tracked: Tracked[], signal: AbortSignal): Watch => {
  let items = tracked.map(
    (one): Watched => ({ ...one, elements: new Set(), exposure: 'outside', need: 'distant' }),
  )
  const entries: Entries = new Map()
  const ending = new AbortController()

  const hear = (news: IntersectionObserverEntry[]) => {
    for (const entry of news) if (entries.has(entry.target)) entries.set(entry.target, entry)
    // What replaced a removed element must be known before the removal counts as a break.
    if (news.some(({ target }) => !target.isConnected)) find()
    const paints = createPaints()
    for (const item of items) {
      const isConcerned = news.some(({ target }) => item.elements.has(target))
      const exposure = isConcerned && measure(item, entries, paints)
      if (exposure) tell(item, exposure)
    }
    goOn()
  }

  const observer = new IntersectionObserver((news) => quietly(() => hear(news)), {
    threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  })

  const look = (isChanged: boolean) => {
    if (isChanged) find()
    for (const [element, entry] of entries)
      if (entry?.isIntersecting) {
        observer.unobserve(element)
        observer.observe(element)
      }
  }

  const find = () => {
    for (const item of items) {
      const found = new Set([...selectAll(item.selector)].flatMap(boxesOf))
      const kept = [...item.elements].filter((element) => found.has(element))
      item.elements = new Set([...kept, ...found])
      if (!found.size) tell(item, 'outside')
    }
    observe()
  }

  /** Observes what is watched, and no more. */
  const observe = () => {
    const watched = new Set(items.flatMap(({ elements }) => [...elements]))
    for (const element of entries.keys())
      if (!watched.has(element)) {
        observer.unobserve(element)
        entries.delete(element)
      }
    for (const element of watched)
      if (!entries.has(element)) {
        observer.observe(element)
        entries.set(element, undefined)
      }
  }

  const tell = (item: Watched, exposure: Exposure, isHidden = document.visibilityState !== 'visible') => {
    item.exposure = exposure
    item.need = item.gauge(isHidden ? 'outside' : exposure)
  }

  /** Looks again while there is something in the viewport to look at. */
  const goOn = () => {
    const undone = items.filter(({ need }) => need !== 'nothing')
    if (undone.length < items.length) {
      items = undone
      observe()
    }
    if (!items.length) ending.abort()
    else if (items.some(({ exposure }) => exposure !== 'outside'))
      looks.ask(items.some(({ need }) => need === 'close'))
  }

  const looks = planLooks(look, ending.signal)
  ending.signal.addEventListener('abort', () => observer.disconnect())
  signal.addEventListener('abort', () => ending.abort())
  find()
  goOn()
  return {
    pageChanged: looks.pageChanged,
    judge(isHidden) {
      for (const item of items) tell(item, item.exposure, isHidden)
      goOn()
    },
  }
}

/**
 * The exposure of the item's element that is seen best; nothing where an element is so new that its geometry is not
 * known. The first that is viewable decides, and comes first the next time; others go to the end of the line.
 */
const measure = (item: Watched, entries: Entries, paints: Paints): Exposure | undefined => {
  const judged = new Set<Element>()
  let exposure: Exposure = 'outside'
  for (const element of item.elements) {
    const entry = entries.get(element)
    if (!entry) return
    const extent = extentOf(entry)
    if (extent !== 'enough') {
      if (exposure === 'outside') exposure = extent
    } else if (exposureOf(entry, paints) === 'viewable') {
      item.elements = new Set([element, ...item.elements])
      return 'viewable'
    } else {
      exposure = 'unseen'
      if (judged.add(element).size === mostJudged) break
    }
  }
  for (const element of judged) {
    item.elements.delete(element)
    item.elements.add(element)
  }
  return exposure
}

/** The elements whose boxes are an element's: itself, or its children where it has none of its own. */
const boxesOf = (element: Element): Element[] =>
  getComputedStyle(element).display === 'contents' ? [...element.children].flatMap(boxesOf) : [element]
