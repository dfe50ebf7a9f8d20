import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { bareName, selectAll } from '../select.ts'
import { isHydrating } from './framework.ts'
import { lose, release, releaseAll, retake, take } from './hold.ts'
import { type Item, isLost, toItem } from './item.ts'
import { type Lookup, makeLookup, wordsIn, wordsOf } from './lookup.ts'
import { sanitise } from './sanitise.ts'
import { isTarget } from './target.ts'
import { walk } from './walk.ts'

/** Told after every change in the document, and whether an item's state changed with it. */
export type OnChange = (hasNews: boolean) => void

/** Five seconds or so: then a target no longer waits for a framework. */
const patienceFrames = 300

let items: Item[] = []
let lookup: Lookup
let observer: MutationObserver
let onChange: OnChange
/** Items whose targets are to be looked for. */
let due = new Set<Item>()
let frame = 0
let patience: number
let hasNews: boolean

/**
 * Applies a record's items to all their targets, to those that come later too, and again where the page writes over
 * them. One record at a time.
 */
export const applyContent = (content: ContentItem[], host: string, told: OnChange): Item[] => {
  items = content.map(toItem)
  lookup = makeLookup(items)
  onChange = told
  due = new Set(items)
  patience = patienceFrames
  findDue()
  observer = new MutationObserver(onMutations)
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
    attributeFilter: [...lookup.any_.keys(), 'class', 'id', 'src', 'srcset', 'media', 'href'],
  })
  for (const item of items) if (item.type_ === 'html') prepare(item, host)
  return items
}

/** Gives back what the page itself last set, everywhere. */
export const stopContent = (): void => {
  observer?.disconnect()
  cancelAnimationFrame(frame)
  frame = 0
  items = []
  releaseAll()
}

/** Whether nothing that is in the page waits to be applied. */
export const isSettled = (): boolean =>
  !due.size && items.every((item) => item.type_ !== 'html' || item.html_ || item.state_)

/** Says of items without a match that they are missing. */
export const missItems = (): void => {
  for (const item of items) if (!item.state_) setState(item, 'missing')
  finish()
}

const setState = (item: Item, state: keyof Report) => {
  if (item.state_ !== state) hasNews = true
  item.state_ = state
}

const finish = () => {
  const news = hasNews
  hasNews = false
  onChange(news)
}

/** Has what is left of an `html` item's payload. */
const prepare = async (item: Item, host: string) => {
  item.html_ = await sanitise(item.payload_, host).catch(() => undefined)
  if (!item.html_) setState(item, 'refused')
  due.add(item)
  findDue()
  finish()
}

/** Looks for the targets of what is due, once a frame: the rest waits for the next, which still comes before its paint. */
const findDue = () => {
  if (frame || !due.size) return
  frame = requestAnimationFrame(() => {
    frame = 0
    patience--
    findDue()
    finish()
  })
  const now = due
  due = new Set()
  for (const item of now) for (const element of selectAll(item.selector_)) apply(element, item)
}

const apply = (element: Element, item: Item) => {
  if (item.state_ === 'contested' || (item.type_ === 'html' && !item.html_)) return
  if (!isTarget(element.localName, item.type_, item.payload_)) {
    if (item.state_ !== 'applied') setState(item, 'refused')
  } else if (patience > 0 && isHydrating(element)) due.add(item)
  else {
    take(element, item)
    if (item.type_ === 'src' && item.state_ !== 'applied') awaitPicture(element, item)
    setState(item, 'applied')
  }
}

/** A picture shows the old one until the new one is there, so it is revealed only then. */
const awaitPicture = async (element: Element & { decode?: () => Promise<void> }, item: Item) => {
  item.loading_++
  await element.decode?.().catch(() => {})
  item.loading_--
  hasNews = true
  finish()
}

/** Applies to what came what is due, and again where the page wrote, but where it has won. */
const onMutations = (records: MutationRecord[]) => {
  const touched = new Set<Node>()
  const fought = new Set<Item>()
  for (const record of records) {
    for (let node: Node | null = record.target; node; node = node.parentNode)
      touched.add(node).add((node.nodeName === 'PICTURE' && (node as Element).querySelector('img')) || node)
    for (const node of record.removedNodes)
      if (!node.isConnected) for (const item of release(node)) fought.add(item)
    for (const node of record.addedNodes) if (node.isConnected) walk(node, meet)
    lookAgain(record)
  }
  for (const node of touched) for (const item of retake(node)) fought.add(item)
  for (const item of fought)
    if (isLost(item)) {
      setState(item, 'contested')
      for (const node of touched) lose(node, item)
    }
  findDue()
  finish()
}

/** Applies to an element that came the items that match it. */
const meet = (node: Node) => {
  if (node.nodeType !== 1) return
  const element = node as Element
  for (const word of wordsOf(element))
    for (const item of lookup.last_.get(word) ?? [])
      if (bareName.test(item.selector_)) due.add(item)
      else if (element.matches(item.selector_)) apply(element, item)
}

/** Items that a change makes due: by the words that came or went, or by any element that did. */
const lookAgain = ({ target, attributeName, oldValue, addedNodes, removedNodes }: MutationRecord) => {
  if (attributeName) {
    const before = wordsIn(oldValue)
    const after = wordsIn((target as Element).getAttribute(attributeName))
    for (const word of [attributeName, ...before, ...after])
      if (before.includes(word) !== after.includes(word) || word === attributeName)
        for (const item of lookup.any_.get(word) ?? []) due.add(item)
  } else if ([...addedNodes, ...removedNodes].some((node) => node.nodeType === 1))
    for (const item of lookup.structural_) due.add(item)
}
