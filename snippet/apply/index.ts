import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { bareName, selectAll } from '../select.ts'
import { claimsOn, release, releaseAll, take } from './claims.ts'
import { isHydrating } from './hydration.ts'
import { type Item, isLost, toItem } from './item.ts'
import { type Lookup, makeLookup, wordsOf } from './lookup.ts'
import { sanitise } from './sanitise.ts'
import { isTarget } from './target.ts'

/** Told after every change in the document, and whether the items' states changed with it. */
export type OnChange = (hasNews: boolean) => void

/** So many queries are made again at once; the rest waits for the next frame, which still comes before the paint. */
const queriesPerFrame = 1000

/** Five seconds or so: then a target no longer waits for a framework. */
const patienceFrames = 300

let items: Item[] = []
let lookup: Lookup
let observer: MutationObserver | undefined
let onChange: OnChange
/** Items whose targets are to be looked for. */
let due = new Set<Item>()
let queries: number
let patience: number
let frame: number | undefined
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
  queries = items.length + queriesPerFrame
  patience = patienceFrames
  findDue()
  observer = new MutationObserver(onMutations)
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
    attributeFilter: [...lookup.mentioned_.keys(), 'class', 'id', 'src', 'srcset', 'media', 'href'],
  })
  for (const item of items) if (item.type_ === 'html') prepareHtml(item, host)
  return items
}

/** Gives back what the page itself last set, everywhere. */
export const stopContent = (): void => {
  observer?.disconnect()
  cancelAnimationFrame(frame ?? 0)
  frame = undefined
  items = []
  releaseAll()
}

/** Whether nothing that is in the page waits to be applied. */
export const isSettled = (): boolean => !due.size && items.every((item) => !item.isWaiting_)

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
  onChange(hasNews)
  hasNews = false
}

const prepareHtml = async (item: Item, host: string) => {
  item.isWaiting_ = true
  const html = await sanitise(item.payload_, host).catch(() => undefined)
  item.isWaiting_ = false
  if (!items.includes(item)) return
  item.html_ = html
  if (html) due.add(item)
  else setState(item, 'refused')
  findDue()
  finish()
}

/** Looks for the targets of what is due, as far as the frame's queries go. */
const findDue = () => {
  const now = due
  due = new Set()
  for (const item of now)
    if (queries-- > 0) for (const element of selectAll(item.selector_)) apply(element, item)
    else due.add(item)
  if (now.size) frame ??= requestAnimationFrame(onFrame)
}

const onFrame = () => {
  frame = undefined
  queries = queriesPerFrame
  patience--
  findDue()
  finish()
}

const apply = (element: Element, item: Item) => {
  if (item.state_ === 'contested' || (item.type_ === 'html' && !item.html_)) return
  if (!isTarget(element.localName, item.type_, item.payload_)) {
    if (item.state_ !== 'applied') setState(item, 'refused')
  } else if (patience > 0 && isHydrating(element)) due.add(item)
  else if (take(element, item)) {
    if (item.type_ === 'src') awaitPicture(element, item)
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

/** Applies what is due to what came, and again where the page wrote, but where it won. */
const onMutations = (records: MutationRecord[]) => {
  const touched = new Set<Node>()
  const fought = new Set<Item>()
  for (const record of records) {
    for (let node: Node | null = record.target; node; node = node.parentNode) touched.add(node)
    for (const node of record.removedNodes)
      for (const element of elementsIn(node))
        if (!element.isConnected) for (const item of release(element)) fought.add(item)
    for (const node of record.addedNodes)
      for (const element of elementsIn(node)) if (element.isConnected) meet(element)
    lookAgain(record)
  }
  for (const node of touched)
    for (const claim of claimsOn(node))
      if (claim.item_.state_ !== 'contested' && claim.write_()) fought.add(claim.item_)
  for (const item of fought)
    if (isLost(item)) {
      setState(item, 'contested')
      for (const node of touched)
        for (const claim of claimsOn(node)) if (claim.item_ === item) claim.revert_()
    }
  findDue()
  finish()
}

/** An element and those in it. */
const elementsIn = (node: Node): Element[] =>
  node instanceof Element ? [node, ...node.querySelectorAll('*')] : []

/** Applies to an element that came the items that match it. */
const meet = (element: Element) => {
  for (const word of wordsOf(element))
    for (const item of lookup.keyed_.get(word) ?? [])
      if (bareName.test(item.selector_)) due.add(item)
      else if (element.matches(item.selector_)) apply(element, item)
}

/** Items that a change makes due: by the words that came or went, or by any element that did. */
const lookAgain = ({ type, target, attributeName, oldValue, addedNodes, removedNodes }: MutationRecord) => {
  if (type === 'attributes') {
    const name = attributeName as string
    const isList = name === 'class' || name === 'id'
    const before = isList ? wordsIn(oldValue) : []
    const after = isList ? wordsIn((target as Element).getAttribute(name)) : []
    const differing = [...before, ...after].filter((word) => before.includes(word) !== after.includes(word))
    for (const word of [name, ...differing])
      for (const item of lookup.mentioned_.get(word) ?? []) due.add(item)
  } else if ([...addedNodes, ...removedNodes].some((node) => node.nodeType === 1))
    for (const item of lookup.structural_) due.add(item)
}

const wordsIn = (text: string | null): string[] => (text ?? '').split(/\s+/)
