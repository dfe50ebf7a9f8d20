import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { Chunks } from '../chunks.ts'
import { after, quietly } from '../life.ts'
import { isValid, selectAll } from '../select.ts'
import { beforePaint } from '../timing.ts'
import { readChanges } from './changes.ts'
import { isHydrating } from './frameworks.ts'
import { type Item, toItem } from './item.ts'
import { kinds } from './kinds.ts'
import { whenLoaded } from './pictures.ts'
import { sanitise } from './sanitise.ts'
import { createTargets } from './targets.ts'
import { attributesIn, wordsOf } from './words.ts'

/** What applying needs. */
interface Request {
  content: Partial<ContentItem>[]
  chunks: Pick<Chunks, 'sanitiser'>
  /** Ends it: nothing is applied afterwards, and all is given back. */
  signal: AbortSignal
  /** Told after every change in the document, and whether what the report says may have changed. */
  onChange(isReported: boolean): void
}

/** A record's items at work in the page. */
export interface Applier {
  items: Item[]
  /** Changes what is there, and from now on what comes. */
  begin(): void
  /** Whether nothing that is in the page waits to be applied. */
  isSettled(): boolean
  /** Says of items without a match that they are missing. */
  miss(): void
}

/** How long what a framework has not hydrated yet is looked at in each frame, and how often after that. */
const eachFrameMs = 5000
const seldomMs = 200

/**
 * Applies a record's items to all their targets, to those that come later, too, and again where the page writes over
 * them, until the signal ends it.
 */
export const applyContent = ({ content, chunks, signal, onChange }: Request): Applier => {
  const items = content.map(toItem)
  const wordsByItem = new Map(
    items.filter(({ selector }) => isValid(selector)).map((item) => [item, wordsOf(item)]),
  )
  const attributes = new Set([
    'class',
    'id',
    'data-content',
    ...items.flatMap(({ selector }) => attributesIn(selector)),
  ])
  const began = performance.now()
  /** Items whose targets are to be looked for. */
  const due = new Set<Item>(wordsByItem.keys())
  /** Words of what has come, gone or changed since targets were looked for. */
  const words = new Set<string>()
  let isLookingSoon = false
  let sanitising = 0
  let isReported = false

  const finish = () => {
    onChange(isReported)
    isReported = false
  }

  const setState = (item: Item, state: keyof Report) => {
    isReported ||= item.state !== state
    item.state = state
  }

  /** Nothing more is tried, and what the page itself had is there again. */
  const giveUp = (item: Item, state: 'refused' | 'contested') => {
    item.isOver = true
    targets.release(item)
    setState(item, state)
  }

  const apply = (item: Item, element: HTMLElement) => {
    if (item.isOver || (item.type === 'html' && !item.html)) return
    if (!kinds[item.type].accepts(item, element)) {
      if (item.state !== 'applied') setState(item, 'refused')
    } else if (isHydrating(element)) lookAgain(item)
    else {
      targets.take(item, element)
      setState(item, 'applied')
    }
  }

  /** One bad item stops no other. */
  const find = (item: Item) => {
    const found = selectAll(item.selector)
    try {
      for (let at = 0; at < found.length; at++) apply(item, found[at] as HTMLElement)
    } catch {
      giveUp(item, 'refused')
    }
  }

  /** Looks for targets, at most once a frame: what is due meanwhile waits for the next, which still comes before its paint. */
  const look = () => {
    for (const [item, its] of words.size ? wordsByItem : [])
      if (its.some((word) => words.has(word))) due.add(item)
    words.clear()
    if (!due.size) return
    isLookingSoon = true
    beforePaint(() => {
      isLookingSoon = false
      look()
      finish()
    }, signal)
    const now = [...due]
    due.clear()
    now.forEach(find)
  }

  /** Has an item looked for again: a framework is about to compare its target with its own. */
  const lookAgain = (item: Item) => {
    if (performance.now() - began < eachFrameMs) due.add(item)
    else after(seldomMs, () => find(item), signal)
  }

  /** Finds out what is left of an `html` item's payload, and applies it. */
  const prepare = async (item: Item) => {
    sanitising++
    item.html = await sanitise(item.payload, chunks.sanitiser).catch(() => undefined)
    sanitising--
    if (signal.aborted) return
    if (item.html) find(item)
    else giveUp(item, 'refused')
    finish()
  }

  /** A picture shows the old one until the new one is there, so it is revealed only then. */
  const awaitPicture = async (item: Item, image: HTMLImageElement) => {
    const { src } = image
    item.loading++
    const isLoaded = await whenLoaded(image, signal)
    item.loading--
    // The page may have put another in its place.
    if (!isLoaded && image.src === src) giveUp(item, 'refused')
    finish()
  }

  /** Applies again where the page wrote, and to what came. */
  const follow = (records: MutationRecord[]) => {
    readChanges(records, { attributes, targets, words }).forEach(targets.retake)
    if (!isLookingSoon) look()
    finish()
  }

  const observe = (...more: string[]) => {
    for (const name of more) attributes.add(name)
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeOldValue: true,
      attributeFilter: [...attributes],
    })
  }

  const targets = createTargets({
    awaitPicture,
    watchStyles: () => observe('style'),
    lose: (item) => giveUp(item, 'contested'),
  })
  const observer = new MutationObserver((records) => quietly(() => follow(records)))
  signal.addEventListener('abort', () => {
    quietly(() => follow(observer.takeRecords()))
    observer.disconnect()
    targets.release()
  })
  return {
    items,
    begin() {
      look()
      observe('src', 'srcset', 'href', 'media', 'placeholder')
      for (const item of items) if (item.type === 'html') prepare(item)
      finish()
    },
    isSettled: () => !sanitising && !due.size,
    miss() {
      for (const item of items) if (!item.state) setState(item, 'missing')
      finish()
    },
  }
}
