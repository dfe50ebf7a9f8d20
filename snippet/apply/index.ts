import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { bareName, selectAll } from '../select.ts'
import { isHydrating, seeFrameworks } from './frameworks.ts'
import { holdersOf, isHeld, letGo, retake, take } from './hold.ts'
import { sanitise } from './html.ts'
import { type Item, isLost, toItem } from './item.ts'
import { isTarget } from './target.ts'
import { walk } from './walk.ts'
import { keyOf, wordsIn } from './words.ts'
import { fought, giveAllBack, giveBack } from './writes.ts'

/** Told after every change in the document: 1, an item's picture is there with it; 2, an item's state has changed. */
export type OnChange = (news: number) => void

/**
 * From so many on, one look at every element is cheaper than queries that each pass through the document; and a query
 * for each of the items that share a key is cheaper than a try of each of them at each element with that key.
 */
const manyQueries = 99

let items: Item[] = []
/** All their selectors. */
let selectors: string
/**
 * By a word that each of their targets has somewhere; without one, those that any element coming or going concerns.
 * Made when it is first asked for.
 */
let keyed: Map<string, Item[]> | undefined
/** The attributes by which an element can be a target. */
let names: Set<string>
/** Items whose targets are to be looked for. */
let due: Set<Item>
let observer: MutationObserver | undefined
let onChange: OnChange
let news: number
let frame = 0
/** What there is of frameworks, for which targets may have to wait. */
let frameworks: Node[] | null
/** How many payloads are being sanitised. */
let busy = 0

/**
 * Applies a record's items to all their targets, to those that come later too, and again where the page writes over
 * them. One record at a time.
 */
export const applyContent = (content: ContentItem[], host: string, told: OnChange): Item[] => {
  items = content.map(toItem)
  keyed = undefined
  selectors = items.map((item) => item.selector_).join()
  names = new Set([
    'src',
    'srcset',
    'href',
    'media',
    'class',
    'id',
    'data-content',
    ...(selectors.match(/(?<=[[:]\s*)[\w-]+/g) ?? []),
  ])
  due = new Set(items)
  onChange = told
  news = 2
  findDue()
  observer = new MutationObserver(onMutations)
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
    attributeFilter: [...names],
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
  if (news) finish()
}

/** Tells what has changed. */
export const finish = (): void => {
  onChange(news)
  news = 0
}

const setState = (item: Item, state: keyof Report) => {
  if (item.state_ !== state) news = 2
  item.state_ = state
}

/** Has what is left of an `html` item's payload. */
const prepare = async (item: Item, host: string) => {
  busy++
  item.html_ = await sanitise(item.payload_, host).catch(() => undefined)
  if (!item.html_) setState(item, 'refused')
  due.add(item)
  // With the texts that were applied just before, not a frame later: what grows would move what is revealed.
  frame = 0
  if (!--busy) flush()
}

/** Looks for the targets of what is due, once a frame: the rest waits for the next, which still comes before its paint. */
const findDue = () => {
  if (!frame && due.size) {
    frame = requestAnimationFrame(() => {
      frame = 0
      flush()
    })
    const now = due
    due = new Set()
    frameworks = seeFrameworks()
    const isMany = [...now].filter(isSlow)[manyQueries]
    if (isMany) document.querySelectorAll('*').forEach(meet)
    for (const item of now)
      if (!isMany || !item.state_ || !isSlow(item)) {
        const found = selectAll(item.selector_)
        for (let at = 0; at < found.length; at++) apply(item, found[at] as Element)
      }
  }
}

/** Whether its query passes through the document, and who meets an element knows the item by a key that few share. */
const isSlow = ({ selector_ }: Item) =>
  keyOf(selector_) &&
  !/#/.test(selector_) &&
  !bareName.test(selector_) &&
  !concernedBy(keyOf(selector_))[manyQueries]

const flush = () => {
  findDue()
  finish()
}

const apply = (item: Item, element: Element) => {
  const { state_, type_ } = item
  if (state_ === 'contested' || (type_ === 'html' && !item.html_)) return
  if (!isTarget(element.localName, type_, item.payload_)) {
    if (state_ !== 'applied') setState(item, 'refused')
  } else if (frameworks && isHydrating(element, frameworks)) due.add(item)
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
  news ||= 1
  finish()
}

/** Applies to what came what is due, and again where the page wrote, but where it has won. */
const onMutations = (records: MutationRecord[]) => {
  const touched = new Set<Node>()
  fought.clear()
  frameworks = seeFrameworks()
  for (const record of records) {
    const target = record.target as Element
    const name = record.attributeName
    for (let node: Node | null = target; node; node = node.parentNode) if (isHeld(node)) touched.add(node)
    const image = target.closest?.('picture')?.querySelector('img')
    if (image) touched.add(image)
    if (name) lookAgain(target, name, record.oldValue)
    else {
      record.removedNodes.forEach(look)
      record.addedNodes.forEach(look)
    }
  }
  for (const node of touched) retake(node)
  for (const item of fought)
    if (isLost(item)) {
      setState(item, 'contested')
      for (const node of touched) if (holdersOf(node).includes(item)) walk(node, giveBack)
    }
  flush()
}

/** At a node that came or went. */
const look = (node: Node) => {
  if (node.nodeType === 1) for (const item of concernedBy('')) due.add(item)
  walk(node, node.isConnected ? meet : leave)
}

const leave = (node: Node) => {
  giveBack(node)
  letGo(node)
}

/** Applies to an element that came the items that match it. */
const meet = (node: Node) => {
  if (node.nodeType !== 1) return
  const element = node as Element
  meetBy(element, element.localName)
  for (const name of element.getAttributeNames())
    if (names.has(name))
      for (const word of wordsIn(`${name} ${element.getAttribute(name)}`)) meetBy(element, word)
}

const meetBy = (element: Element, word: string) => {
  const concerned = concernedBy(word)
  for (const item of concerned)
    if (concerned[manyQueries] || bareName.test(item.selector_)) due.add(item)
    else if (element.matches(item.selector_)) apply(item, element)
}

/** The items with this key. */
const concernedBy = (key: string): Item[] => {
  keyed ??= Map.groupBy(items, (item) => keyOf(item.selector_))
  return keyed.get(key) ?? []
}

/** Items that an attribute makes due, by its words before and after. */
const lookAgain = (target: Element, name: string, oldValue: string | null) => {
  for (const word of wordsIn(`${name} ${oldValue} ${target.getAttribute(name)}`))
    if (selectors.includes(word)) for (const item of items) if (item.selector_.includes(word)) due.add(item)
}
