import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { bareName, selectAll } from '../select.ts'
import { isHydrating } from './framework.ts'
import { holdersOf, letGo, retake, take } from './hold.ts'
import { sanitise } from './html.ts'
import { type Item, isLost, toItem } from './item.ts'
import { isTarget } from './target.ts'
import { walk } from './walk.ts'
import { keyOf, wordsIn, wordsOf } from './words.ts'
import { fought, giveAllBack, giveBack } from './writes.ts'

/** Told after every change in the document, and whether an item's state changed with it. */
export type OnChange = (hasNews: boolean) => void

/** Five seconds or so: then a target no longer waits for a framework. */
const patienceFrames = 300

let items: Item[] = []
/** By a word that each of their targets has somewhere; without one, those that any element coming or going concerns. */
let keyed: Map<string, Item[]>
/** All words of all selectors. */
let words: Set<string>
/** Items whose targets are to be looked for. */
let due: Set<Item>
let observer: MutationObserver | undefined
let onChange: OnChange
let hasNews: boolean
let frame = 0
let patience: number
/** How many payloads are being sanitised. */
let busy = 0

/**
 * Applies a record's items to all their targets, to those that come later too, and again where the page writes over
 * them. One record at a time.
 */
export const applyContent = (content: ContentItem[], host: string, told: OnChange): Item[] => {
  items = content.map(toItem)
  keyed = Map.groupBy(items, keyOf)
  words = new Set(items.flatMap((item) => wordsIn(item.selector_)))
  due = new Set(items)
  onChange = told
  patience = patienceFrames
  hasNews = true
  findDue()
  observer = new MutationObserver(onMutations)
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
    attributeFilter: [...words, 'class', 'id', 'data-content', 'src', 'srcset', 'media', 'href'],
  })
  for (const item of items) if (item.type_ === 'html') prepare(item, host)
  return items
}

/** Gives back what the page itself last set, everywhere. */
export const stopContent = (): void => {
  observer?.disconnect()
  items = []
  letGo()
  giveAllBack()
}

/** Whether nothing that is in the page waits to be applied. */
export const isSettled = (): boolean => !busy && !items.some((item) => due.has(item))

/** Says of items without a match that they are missing. */
export const missItems = (): void => {
  for (const item of items) if (!item.state_) setState(item, 'missing')
  finish()
}

/** Tells what has changed. */
export const finish = (): void => {
  const news = hasNews
  hasNews = false
  onChange(news)
}

const setState = (item: Item, state: keyof Report) => {
  if (item.state_ !== state) hasNews = true
  item.state_ = state
}

/** Has what is left of an `html` item's payload. */
const prepare = async (item: Item, host: string) => {
  busy++
  item.html_ = await sanitise(item.payload_, host).catch(() => undefined)
  busy--
  if (!item.html_) setState(item, 'refused')
  due.add(item)
  flush()
}

/** Looks for the targets of what is due, once a frame: the rest waits for the next, which still comes before its paint. */
const findDue = () => {
  if (!frame && due.size) {
    frame = requestAnimationFrame(() => {
      frame = 0
      patience--
      flush()
    })
    const now = due
    due = new Set()
    for (const item of now) for (const element of selectAll(item.selector_)) apply(item, element)
  }
}

const flush = () => {
  findDue()
  finish()
}

const apply = (item: Item, element: Element) => {
  const { state_, type_ } = item
  if (state_ === 'contested' || (type_ === 'html' && !item.html_)) return
  if (!isTarget(element.localName, type_, item.payload_)) {
    if (state_ !== 'applied') setState(item, 'refused')
  } else if (patience > 0 && isHydrating(element)) due.add(item)
  else {
    take(item, element)
    setState(item, 'applied')
    if (type_ === 'src' && !state_) awaitPicture(item, element)
  }
}

/** A picture shows the old one until the new one is there, so it is revealed only then. */
const awaitPicture = async (item: Item, element: Element & { decode?: () => Promise<void> }) => {
  item.isLoading_ = true
  await element.decode?.().catch(() => {})
  item.isLoading_ = false
  hasNews = true
  finish()
}

/** Applies to what came what is due, and again where the page wrote, but where it has won. */
const onMutations = (records: MutationRecord[]) => {
  const touched = new Set<Node>()
  fought.clear()
  for (const record of records) {
    for (let node: Node | null = record.target; node; node = node.parentNode)
      touched.add(node).add((node.nodeName === 'PICTURE' && (node as Element).querySelector('img')) || node)
    for (const node of record.removedNodes) if (!node.isConnected) walk(node, leave)
    for (const node of record.addedNodes) if (node.isConnected) walk(node, meet)
    lookAgain(record)
  }
  for (const node of touched) retake(node)
  for (const item of fought)
    if (isLost(item)) {
      setState(item, 'contested')
      for (const node of touched) if (holdersOf(node).includes(item)) walk(node, giveBack)
    }
  flush()
}

const leave = (node: Node) => {
  giveBack(node)
  letGo(node)
}

/** Applies to an element that came the items that match it. */
const meet = (node: Node) => {
  if (node instanceof Element)
    for (const word of wordsOf(node))
      for (const item of keyed.get(word) ?? [])
        if (bareName.test(item.selector_)) due.add(item)
        else if (node.matches(item.selector_)) apply(item, node)
}

/** Items that a change makes due: by the words of an attribute before and after, or by any node that came or went. */
const lookAgain = ({ target, attributeName, oldValue }: MutationRecord) => {
  if (attributeName) {
    for (const word of wordsIn(
      `${attributeName} ${oldValue} ${(target as Element).getAttribute(attributeName)}`,
    ))
      if (words.has(word)) for (const item of items) if (item.selector_.includes(word)) due.add(item)
  } else for (const item of keyed.get('') ?? []) due.add(item)
}
