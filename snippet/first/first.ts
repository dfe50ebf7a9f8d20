import type { ContentItem } from '../../wire/record.ts'
import { hasSource, slots } from '../../wire/targets.ts'
import { listen, quietly } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import { selectAll } from '../select.ts'
import { isArriving } from './arriving.ts'
import type { Containers } from './containers.ts'
import {
  giveBackFirst,
  type Hold,
  type Holds,
  putFirst,
  takeBack,
  takeInAppended,
  textAround,
} from './hold.ts'
import { type Item, setState, toItem } from './item.ts'
import type { Tools } from './kinds/kind.ts'
import { firstKinds, isAccepted } from './kinds.ts'
import { labels } from './labels.ts'
import { giveBackInto, giveBackTranslated, isAlike, isOriginal, madeFor } from './made.ts'
import { isParsing, mayBeOpen } from './parsing.ts'
import { isLoaded } from './pictures.ts'
import { isDoneByReact } from './react.ts'
import { seeSigns } from './signs.ts'

/** The pause between two looks for what React has hydrated: a frame, and this many times what a look takes. */
const pauseMs = 16
const timesOfLook = 10

/** What applying needs. */
export interface Applying {
  scheduler: Scheduler
  containers: Containers
  /** Ends it: nothing is applied afterwards, and everything is given back that was not handed over. */
  signal: AbortSignal
  /** Called when the report has changed. */
  onState(): void
  /** Called after every change in the document, and a frame after a look for targets. */
  onChange(): void
  /** Keeps an item hidden until what it needs is there, and calls the applier's `giveUp` if that resolves to nothing. */
  awaitFor(item: Item, isThere: Promise<unknown>): void
}

/** A record's items at work in the page. */
export interface Applier {
  items: Item[]
  /** Whether no item waits to be applied to something that is in the page. */
  isSettled(): boolean
  /** Marks items without a match as missing. */
  miss(): void
  /** Ends an item, which counts as refused: its targets are given back, and nothing more is tried. */
  giveUp(item: Item): void
}

/** The first writes: all that the chunk `follow` has to know of them. */
export interface FirstWrites {
  items: Item[]
  holds: Holds
  /** What has changed in the page since the first look: what the page did, and what later looks wrote. */
  changes: MutationRecord[]
}

/** What makes the first writes, until another one goes on with them. */
export interface First extends Applier {
  /** Hands the first writes over. If `follow` throws, so does this, nothing has changed, and `stayAlone` is due. */
  handOver(follow: (writes: FirstWrites) => Applier): Applier
  /** Nobody will go on with them: they stay, and what would have waited is refused. */
  stayAlone(): void
}

/** A record's items before anything is written. With them `follow` begins after the edge, and in the editor. */
export const nothingYet = (content: (Partial<ContentItem> | null)[]): FirstWrites => ({
  items: content.map(toItem),
  holds: new Map(),
  changes: [],
})

/**
 * Writes a record's texts, pictures and links once into each of their targets, also into those that are added. The chunk
 * `follow` goes on with it: it has what is needed where the page changes a target, and what needs more than one write: HTML,
 * background pictures, and what a framework may still hydrate.
 *
 * The run (run.ts) begins with beginning.ts, which asks for the record and hides, and containers.ts. Once the record is there it
 * calls this, after each change reveal.ts, `handOver` or `stayAlone` once the chunk has come or failed, and `miss` a while after
 * the page has loaded. Its `awaitFor` is `holdBack` of item.ts.
 */
export const applyFirst = (content: (Partial<ContentItem> | null)[], applying: Applying): First => {
  const { scheduler, containers, signal, onState, onChange, awaitFor } = applying
  const writes = nothingYet(content)
  const { items, holds, changes } = writes
  const work = new AbortController()
  /** What a look has found. It is written when all is found: a selector may name an attribute that an item writes. */
  const takes: [Item, HTMLElement][] = []
  /** Whether a look has found its targets before. */
  let hasLookedBefore = false
  /** Whether targets have to be looked for. */
  let isDue = true
  /** Whether this frame has had its look. */
  let hasLooked = false
  /** Whether the last look has found something that React may still hydrate. */
  let isHydrating = false
  /** Whether nobody goes on with the first writes: what is not written is refused. */
  let isAlone = false

  const tools: Tools = {
    put: putFirst,
    takeBack: (node, part) => takeBack(allHolds(), node, part),
    takerOf: (node, slot) => holds.get(node)?.[slot]?.item,
    leavesTexts: () => false,
    awaitPicture: (item, image, isOld, source) => awaitFor(item, isLoaded(image, signal, isOld, source)),
  }

  /** Looks for targets, at most once a frame. What becomes due meanwhile waits for the next frame, and is done before its paint. */
  const look = () => {
    if (!isDue || hasLooked) return
    isDue = false
    hasLooked = true
    scheduler.beforePaint(lookNext, work.signal)
    findAll()
  }

  const findAll = () => {
    const began = performance.now()
    isHydrating = false
    const isUnderSign = seeSigns()
    const mayHydrate = (element: Element) =>
      isUnderSign(element) && !containers.isRenderedHere(element) && !isDoneByReact(element)
    // The last item first, because it wins where two have one target.
    for (const item of [...items].reverse()) attempt(item, () => find(item, mayHydrate))
    const found = takes.splice(0)
    // Before any target changes hands.
    for (const [item, element] of found) attempt(item, () => giveBackCopy(item, element))
    for (const [item, element] of found) if (!item.isOver) attempt(item, () => take(item, element))
    hasLookedBefore = true
    // No event tells that React has hydrated. However often this is asked for, the scheduler keeps one.
    const tookMs = performance.now() - began
    if (isHydrating) scheduler.after(Math.max(pauseMs, tookMs * timesOfLook), findHydrated, work.signal)
  }

  const findHydrated = () => {
    findAll()
    onChange()
  }

  const lookNext = () => {
    hasLooked = false
    lookAndTell()
  }

  const lookAgain = () => {
    isDue = true
    lookAndTell()
  }

  const lookAndTell = () => {
    look()
    onChange()
  }

  /** An item that throws does not stop the others. */
  const attempt = (item: Item, run: () => void) => {
    try {
      run()
    } catch {
      giveUp(item)
    }
  }

  const find = (item: Item, mayHydrate: (element: Element) => boolean) => {
    item.isAwaited = false
    if (item.isOver) return
    for (const element of selectAll(item.selector)) {
      if (isArriving(item, element)) item.isAwaited = true
      else if (isForFollow(item, element)) leave(item)
      else if (!isAccepted(item, element, firstKinds[item.type])) noteRefused(item)
      else if (mayHydrate(element)) {
        isHydrating = !isAlone
        leave(item)
      } else takes.push([item, element])
    }
  }

  /** Notes that an item has an element that it may not change. Another one may still be its target. */
  const noteRefused = (item: Item) => {
    if (item.state !== 'applied') setState(item, 'refused', onState)
  }

  /** Leaves a target to `follow`. */
  const leave = (item: Item) => {
    if (isAlone) noteRefused(item)
    else item.isAwaited = true
  }

  /**
   * Gives the item a target, unless an item behind it in the record has it: then it counts as applied, too. A text around it is
   * written again without it.
   */
  const take = (item: Item, element: HTMLElement) => {
    const slot = slots[item.type]
    const others = holds.get(element)
    const former = others?.[slot]
    if (!former || former.item.index < item.index) {
      const mayGrow = slot === 'content' && mayBeOpen(element)
      // It goes on with the writes of the item before it, which know what the page had.
      const hold: Hold = { ...(former ?? { writes: [] }), item, element, isLater: hasLookedBefore, mayGrow }
      const around = slot === 'content' && textAround(holds, element)
      if (around) giveBackWithCopies(around)
      holds.set(element, { ...others, [slot]: hold })
      firstKinds[item.type]?.apply(hold, tools)
      if (around) firstKinds.text.apply(around, tools)
      // A link or a picture that came with the address, and is like no other target, is no copy: as if the first look had found
      // it. Then `giveBackAll` gives it no other target's address.
      const isLike = (one: Hold) => one.item === item && one !== hold && isAlike(one.element, element)
      if (!hold.writes[0] && slot !== 'content' && !allHolds().some(isLike)) hold.isLater = false
    } else if (former.item === item && former.mayGrow) {
      former.mayGrow = isParsing()
      if (takeInAppended(former)) firstKinds.text.apply(former, tools)
    }
    setState(item, 'applied', onState)
  }

  /** If the page has copied the element from another item's target, it gets that one's own words or address first. */
  const giveBackCopy = (item: Item, element: HTMLElement) => {
    const slot = slots[item.type]
    if (!hasLookedBefore || holds.get(element)?.[slot] || textAround(holds, element)) return
    const isMade = madeFor(element, slot)
    const other = items.find((one) => one !== item && isMade(one))
    const original = other && allHolds().find((hold) => hold.item === other)
    if (original) giveBackInto(holds, original, element)
  }

  const allHolds = () => [...holds.values()].flatMap((of) => Object.values(of))

  const giveUp = (item: Item) => {
    item.isOver = true
    giveBackAll([item])
    for (const hold of allHolds()) if (hold.item === item) drop(hold)
    setState(item, 'refused', onState)
    // Another item may have its targets now.
    isDue = true
    look()
  }

  const drop = (hold: Hold) => {
    const { [slots[hold.item.type]]: _, ...others } = holds.get(hold.element) ?? {}
    holds.set(hold.element, others)
    // Where a source had the address, the image of its picture may have another item's, which disables the source now.
    const image = hold.element.closest('picture')?.querySelector('img')
    const its = image && holds.get(image)?.src
    if (its) firstKinds.src.apply(its, tools)
  }

  /** Gives a target back, also in what the page has made of it meanwhile. Returns the hold as it was. */
  const giveBackWithCopies = (hold: Hold): Hold => {
    // Giving back empties a hold's list of writes.
    const original = { ...hold, writes: [...hold.writes] }
    giveBackFirst(hold)
    if (isOriginal(original)) {
      giveBackTranslated(holds, original)
      giveBackInto(holds, original, original.element)
    }
    return original
  }

  /** Gives back all targets of these items, also in what the page has made of them meanwhile. */
  const giveBackAll = (some: Item[]) => {
    const originals: Hold[] = []
    for (const hold of allHolds())
      if (some.includes(hold.item))
        quietly(() => {
          const original = giveBackWithCopies(hold)
          if (isOriginal(original)) originals.push(original)
        })
    for (const item of some) {
      const inSlot = originals.filter((one) => slots[one.item.type] === slots[item.type])
      const done = new Set(inSlot.map(({ element }) => element))
      const its = inSlot.filter((one) => one.item === item)
      // If the page has replaced several, their successors stand in the same order.
      const gone = its.filter(({ element }) => !element.isConnected)
      for (const element of selectAll(item.selector)) {
        const isLike = (one: Hold) => one.element.cloneNode().isEqualNode(element.cloneNode())
        const original = done.has(element) ? undefined : (gone.shift() ?? its.find(isLike) ?? its[0])
        if (original) quietly(() => giveBackInto(holds, original, element))
      }
    }
  }

  const end = () => {
    work.abort()
    observer.disconnect()
  }

  const observer = new MutationObserver((records) =>
    quietly(() => {
      if (!isAlone) changes.push(...records)
      // Alone it looks until the page is parsed: what comes later may be the page's answer to what was written.
      isDue ||= !isAlone || isParsing()
      lookAndTell()
    }),
  )
  signal.addEventListener('abort', () => {
    if (work.signal.aborted) return
    end()
    quietly(() => giveBackAll(items))
  })
  look()
  // Only now: what the first look wrote is no change.
  observe(observer)
  // What was arriving is there.
  listen(['readystatechange'], lookAgain, work.signal)
  return {
    items,
    isSettled: () => !isDue && !items.some(({ isAwaited }) => isAwaited),
    miss() {
      for (const item of items) if (!item.state && !item.isAwaited) setState(item, 'missing', onState)
      onChange()
    },
    giveUp,
    handOver(follow) {
      changes.push(...observer.takeRecords())
      const next = follow(writes)
      end()
      return next
    },
    stayAlone() {
      isAlone = true
      changes.length = 0
      lookAgain()
    },
  }
}

/** The attributes by which most selectors choose. */
export const usualAttributes = ['class', 'id', 'data-content']

/** Observes what concerns every record, also most attributes that items write, and some more attributes. */
export const observe = (observer: MutationObserver, more: Iterable<string> = []): void =>
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
    attributeFilter: [
      ...usualAttributes,
      'src',
      'href',
      'srcset',
      'media',
      'placeholder',
      ...labels,
      ...more,
    ],
  })

/** Whether an item's change of an element needs more than one write. */
const isForFollow = ({ type }: Item, element: Element): boolean =>
  type === 'html' || (type === 'src' && !hasSource(element.localName))
