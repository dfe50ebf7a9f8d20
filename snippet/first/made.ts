import { type Slot, slots } from '../../wire/targets.ts'
import { isWithin } from '../own.ts'
import { contentAround, type Hold, type Holds, type Write, withOwn } from './hold.ts'
import type { Item } from './item.ts'
import { labelledAround, withoutBlanks } from './labels.ts'
import { type AnyNode, partOf } from './parts.ts'
import { isText, walk } from './walk.ts'

// Made of a target is what the page has built from it after Motif wrote there: a copy of it, its words in other nodes, or in
// other letters. It says the personal words, but none of it is in the hold's writes.

/** A shorter text may be in the page's own words by chance. */
const shortest = 4

const plain = (text: string | null | undefined) => withoutBlanks(text).toLowerCase()

/** An item's words, plain; `null` if it has none. A payload's are kept: they are compared with each new target of all items. */
const plainWordsOf = (item: Item) => {
  item.plainPayload ??= plain(item.payload)
  return (item.html ? plain(item.html.textContent) : item.plainPayload) || null
}

/** Whether a text says exactly an item's words, in whatever letters. */
const isSaid = (item: Item, said: string | null | undefined) => plain(said) === plainWordsOf(item)

/**
 * Returns whether an element has in a slot exactly what an item has given its targets there. The element is read once, however
 * many items are asked about.
 */
export const madeFor = (element: Element, slot: Slot): ((item: Item) => boolean) => {
  const isContent = slot === 'content'
  const has = isContent ? plain(element.textContent) : element.getAttribute(slot)
  // An item without a state has had no targets.
  return (item) =>
    !!item.state && slots[item.type] === slot && has === (isContent ? plainWordsOf(item) : item.payload)
}

/** Whether two links or pictures say the same, as copies do. */
export const isAlike = (one: Element, other: Element): boolean =>
  one.textContent === other.textContent && one.getAttribute('alt') === other.getAttribute('alt')

/**
 * Whether a target is an original, and no copy that the page has made of one: then what its writes keep is the page's own. The
 * first look finds no copies. A later one may: a copy has the personal address, or says the personal words, already.
 */
export const isOriginal = ({ item, isLater, writes, ownText }: Hold): boolean => {
  if (!isLater) return true
  // It had everything already.
  if (!writes[0]) return false
  if (ownText === undefined) return true
  // The personal words, or a text with them, count as what the page had.
  if (isSaid(item, ownText)) return false
  if (item.payload.length >= shortest && plain(ownText).includes(plain(item.payload))) return false
  // Only other parts of it, as its empty texts, had to be written.
  return writes.some(({ ours }) => typeof ours === 'string' && isSaid(item, ours))
}

/** The texts in an element, without what other items have inside. */
const textsIn = (holds: Holds, element: Element): Text[] => {
  const texts: Text[] = []
  walk(element, (node) => {
    if (isText(node)) texts.push(node)
    return node !== element && holds.get(node)?.content
  })
  return texts
}

/** The first of these texts that says the personal words, although they were not written there. */
const saidBeside = ({ item, writes, ownText }: Hold, texts: Text[]): Text | undefined =>
  ownText === undefined
    ? undefined
    : texts.find((text) => isSaid(item, text.data) && !writes.some(({ node }) => node === text))

/**
 * Whether an element is one into which the browser puts what it translates: Chromium puts two `font` elements in place of
 * each text, and says so in the class of the document.
 */
export const isTranslation = (element: Element | null): boolean =>
  !!element?.matches('font > font') && /\btranslated-(ltr|rtl)\b/.test(document.documentElement.className)

/**
 * Gives what the browser has put in place of a target's texts the page's own words: they all go into the first.
 *
 * @param original the target as it was before it was given back
 */
export const giveBackTranslated = (holds: Holds, { element, writes }: Hold): void => {
  const gone = writes.filter(({ node, part }) => part === 'text' && !isWithin(element, node))
  let own = gone.map((write) => write.own).join('')
  if (!gone[0]) return
  for (const font of element.querySelectorAll('font > font'))
    if (isTranslation(font) && contentAround(holds, font)?.element === element) {
      font.textContent = own
      own = ''
    }
}

/**
 * Gives an element the own words and addresses of a target, if the page has made it of that: a copy of the target, or the
 * target itself with its words in other nodes. An exact copy gets its texts one by one. Else all own words go into the first
 * text if the element says nothing but the personal ones, or into the one text that says them; else each text gets back what
 * of it is personal. What other items have inside is left out.
 *
 * @param original the target as it was before it was given back
 */
export const giveBackInto = (holds: Holds, original: Hold, element: HTMLElement): void => {
  const { item, writes, ownText } = original
  const texts = textsIn(holds, element)
  const isSaidNew = ownText !== undefined && !isSaid(item, ownText)
  const isWhole = isSaidNew && isSaid(item, element.textContent)
  const said = isSaidNew ? saidBeside(original, texts) : undefined
  const copied = isSaidNew ? writesOfCopy(original, texts, textsIn(holds, original.element)) : undefined
  let own = ownText
  const giveOwn = (node: Node) => {
    for (const write of writes) giveBackTo(node, write)
  }
  const around = labelledAround(element)
  if (around) giveOwn(around)
  walk(element.closest('picture') ?? element, (node) => {
    if (node !== element && holds.get(node)?.content) return true
    if (!isText(node)) giveOwn(node)
    else if (copied) node.data = `${copied[texts.indexOf(node)]?.own ?? node.data}`
    else if (isWhole || node === said) {
      node.data = `${own}`
      own = ''
    } else if (!writes.some((write) => write.node === node)) giveOwn(node)
    return false
  })
}

/** The writes for the texts of an exact copy, by their places; `undefined` if it is none. */
const writesOfCopy = (
  { writes }: Hold,
  texts: Text[],
  originals: Text[],
): (Write | undefined)[] | undefined => {
  const written = originals.map((text) => writes.find(({ node, part }) => part === 'text' && node === text))
  const isCopied = (text: Text, at: number) =>
    text !== originals[at] && text.data === (written[at]?.ours ?? text.data)
  const isCopy =
    texts.length === originals.length &&
    texts.every(isCopied) &&
    writes.every((write) => write.part !== 'text' || written.includes(write))
  return isCopy ? written : undefined
}

/** Gives a node the own value of a write into another one, if it has, or has been made of, what was written there. */
const giveBackTo = (node: Node, { node: written, part, own, ours }: Write) => {
  if (node.nodeName !== written.nodeName || part === 'parent') return
  const { read, write } = partOf(part)
  const now = read(node as AnyNode)
  const unchanged = now === ours ? own : undefined
  const given = part === 'text' ? ownFor(`${now}`, `${ours}`, `${own}`) : unchanged
  if (given !== undefined) write(node as AnyNode, given)
}

/** What a text becomes that the page may have made of Motif's. `undefined` if it is the page's own. */
const ownFor = (now: string, ours: string, own: string) => {
  if (plain(now) === plain(ours)) return plain(ours) ? own : undefined
  return ours.length < shortest ? undefined : withOwn(now, ours, own)
}
