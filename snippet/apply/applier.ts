import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { Chunks } from '../chunks.ts'
import { quietly } from '../life.ts'
import { isValid, selectAll } from '../select.ts'
import { readChanges } from './changes.ts'
import { createRounds } from './fights.ts'
import { isHydrating } from './frameworks.ts'
import { type Item, toItem } from './item.ts'
import { kinds } from './kinds.ts'
import { createLookup } from './lookup.ts'
import { whenLoaded } from './pictures.ts'
import { sanitise } from './sanitise.ts'
import { createSearch } from './search.ts'
import { createTargets } from './targets.ts'

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
  /** Whether nothing that is in the page waits to be applied. */
  isSettled(): boolean
  /** Says of items without a match that they are missing. */
  miss(): void
}

/**
 * Applies a record's items to all their targets, to those that come later, too, and again where the page writes over
 * them, until the signal ends it.
 */
export const applyContent = ({ content, chunks, signal, onChange }: Request): Applier => {
  const items = content.map(toItem)
  const valid = items.filter(({ selector }) => isValid(selector))
  const lookup = createLookup(valid)
  const rounds = createRounds<Item>()
  /** Items that wrote since the page was last read. */
  const answering = new Set<Item>()
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
    } else if (isHydrating(element)) search.again(item)
    else {
      if (targets.take(item, element)) answering.add(item)
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
    item.loading++
    const isLoaded = await whenLoaded(image, signal)
    item.loading--
    if (!isLoaded) giveUp(item, 'refused')
    finish()
  }

  /** Applies to what came what is due, and again where the page wrote, but where it has won. */
  const follow = (records: MutationRecord[]) => {
    answering.clear()
    for (const element of readChanges(records, { lookup, targets, due: search.due }))
      for (const { item, isLost } of targets.retake(element)) {
        answering.add(item)
        if (isLost) giveUp(item, 'contested')
      }
    search.look()
    for (const item of answering) if (rounds.isEndless(item)) giveUp(item, 'contested')
    finish()
  }

  const observe = (...more: string[]) => {
    for (const name of more) lookup.attributes.add(name)
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeOldValue: true,
      attributeFilter: [...lookup.attributes],
    })
  }

  const search = createSearch(find, finish, signal)
  const targets = createTargets({ awaitPicture, watchStyles: () => observe('style') })
  const observer = new MutationObserver((records) => quietly(() => follow(records)))
  signal.addEventListener('abort', () => {
    follow(observer.takeRecords())
    observer.disconnect()
    targets.giveAllBack()
  })
  for (const item of valid) search.due.add(item)
  search.look()
  observe('src', 'srcset', 'href', 'media', 'placeholder')
  for (const item of items) if (item.type === 'html') prepare(item)
  return {
    items,
    isSettled: () => !sanitising && !search.due.size,
    miss() {
      for (const item of items) if (!item.state) setState(item, 'missing')
      finish()
    },
  }
}
