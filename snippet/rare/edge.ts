import { doneMark, ownMark, textSeparator } from '../../wire/done.ts'
import { type ContentType, type Slot, slots } from '../../wire/targets.ts'
import { isMadeOfAddress } from '../first/address.ts'
import { isAllowed } from '../first/allowed.ts'
import type { Write } from '../first/hold.ts'
import type { Item } from '../first/item.ts'
import { isParsing } from '../first/parsing.ts'
import { type AnyNode, partOf, type Value } from '../first/parts.ts'
import { isElement, isMatch, isText, parentOf } from '../first/walk.ts'
import { isMadeOf, isPersonal } from '../follow/personal.ts'
import type { Kept } from '../follow/put.ts'
import { query } from '../select.ts'

/** The slots of all parts that the edge changes. */
const slotsOfParts: Readonly<Record<string, Slot>> = { ...slots, placeholder: 'content', srcset: 'src' }

/** What adopting needs. */
export interface Adoption {
  /** The record's items: one of them made what the edge wrote. */
  items: Item[]
  /** The pattern of the record: only the edge knew it, so it proves a mark. */
  pattern: string | undefined
  /** Sanitises what the page's own server sent as the content of an `html` item's target. */
  clean: Clean
}

/** Sanitises HTML; `undefined` if nothing is left. Never rejects. */
export type Clean = (html: string) => Promise<Node | undefined>

/**
 * Takes over what the edge changed in a target, if it is still there: nothing is written, and what the page's own server
 * sent is given back in the end. What the marks say is checked.
 *
 * @returns whether the edge had changed this slot
 */
export const adoptDone = (hold: Kept, slot: Slot, adoption: Adoption): boolean => {
  const { element } = hold
  const { pattern } = adoption
  const done = marksOf(element, pattern)
  const parts = done.filter((part) => slotsOfParts[part] === slot)
  if (!parts[0]) return false
  for (const part of parts) adoptPart(hold, part, adoption)
  // The mark still keeps the target from being hidden, and tells a clone that there is nothing left to adopt.
  const rest = [pattern, ...done.filter((part) => !parts.includes(part))].join(' ')
  element.setAttribute(doneMark, rest)
  hold.writes.push({ ...writeOf(element, doneMark, rest), own: null })
  return true
}

/** Whether the edge has changed this slot of an element, and nobody has taken it over yet. */
export const isDoneByEdge = (element: Element, slot: Slot, pattern: string | undefined): boolean =>
  marksOf(element, pattern).some((part) => slotsOfParts[part] === slot)

/** The parts that the edge has changed in an element. */
const marksOf = (element: Element, pattern: string | undefined): string[] => {
  const [by, ...parts] = `${element.getAttribute(doneMark)}`.split(' ')
  return by === pattern ? parts : []
}

/** Whether the parser may still add to what the edge wrote into a target. */
export const isComing = (item: Item, element: Element, pattern: string | undefined): boolean =>
  isParsing() &&
  slots[item.type] === 'content' &&
  marksOf(element, pattern).includes(item.type) &&
  !isMadeFor(item, element, item.type)

/** Whether an element is, or is in, a target with HTML of the edge's that is not taken over yet, because it has to be sanitised first. */
export const isInHtml = (element: Element, pattern: string | undefined): boolean => {
  // Not `closest`: a form may have a field of that name.
  for (let node: Node | null = element; node; node = parentOf(node))
    if (isElement(node) && isMatch(node, `[${doneMark}^="${pattern} "][${doneMark}~=html]`)) return true
  return false
}

/** Whether an element has exactly the content that an item's HTML gives it. */
const hasHtml = (element: Element, html: Node) => {
  const made = element.cloneNode() as Element
  made.append(html.cloneNode(true))
  return made.isEqualNode(element)
}

/** Whether a part of an element is as the edge made it for an item. */
const isMadeFor = ({ type, payload, html }: Item, element: Element, part: string): boolean => {
  if (slots[type] !== slotsOfParts[part]) return false
  if (type === 'html') return !!html && hasHtml(element, html)
  if (part !== 'text') {
    const now = element.getAttribute(part)
    return now === (part === 'srcset' ? '' : payload) || isMadeOfAddress(part, now, payload)
  }
  const own = ownTextsOf(element)
  const texts = textsOf(element)
  const place = own.findIndex((text) => text.trim())
  const text = texts[Math.max(0, place)]?.data ?? ''
  // Beside an icon it has kept its blanks.
  return texts.length >= own.length && (text === payload || text.trim() === payload)
}

/** Whether a target says what the edge wrote for an item, although the page has made something else of it. */
const isSaid = (item: Item, element: Element, part: string): boolean => {
  const said = `${element.textContent}`
  return (
    item.type === part &&
    (isPersonal({ item }, said) || isMadeOf({ item }, said, element.getAttribute(ownMark(part)) ?? ''))
  )
}

/** The page's own texts that the edge has changed, each in its place between the begins and ends of elements. */
const ownTextsOf = (element: Element) => `${element.getAttribute(ownMark('text')) ?? ''}`.split(textSeparator)

/**
 * The texts in an element by their places, as far as they are there.
 *
 * @param wanted creates those that are missing, because the edge has emptied them
 */
const textsOf = (element: Element, wanted: string[] = []): (Text | undefined)[] => {
  const texts: (Text | undefined)[] = [undefined]
  const create = (parent: Node, next: Node | null) => {
    const at = texts.length - 1
    if (wanted[at] && !texts[at]) texts[at] = parent.insertBefore(new Text(), next)
  }
  const visit = (parent: Node) => {
    for (const child of [...parent.childNodes]) {
      if (isText(child)) texts[texts.length - 1] ??= child
      if (!isElement(child)) continue
      create(parent, child)
      texts.push(undefined)
      visit(child)
      texts.push(undefined)
    }
    create(parent, null)
  }
  visit(element)
  return texts
}

/** What the edge changed and no item has taken over, each with the item that made it, as far as it still is as that made it. */
export const leftDone = ({ items, pattern }: Adoption): { item: Item; element: HTMLElement }[] =>
  [...query(`[${doneMark}^="${pattern} "]`)].flatMap((element) =>
    marksOf(element, pattern).flatMap((part) => {
      const item = items.find((one) => isMadeFor(one, element, part) || isSaid(one, element, part))
      return item ? [{ item, element }] : []
    }),
  )

const writeOf = (node: Node, part: string, ours: Value) => ({ node, part, wanted: ours, ours })

const adoptPart = (hold: Kept, part: string, { items, clean }: Adoption) => {
  const { element, item } = hold
  const own = element.getAttribute(ownMark(part))
  // By now the page may have made it the target of another item.
  const all = [item, ...items]
  const maker = all.find((one) => isMadeFor(one, element, part))
  const teller = maker ?? all.find((one) => isSaid(one, element, part))
  const ownTexts = ownTextsOf(element)
  element.removeAttribute(ownMark(part))
  if (!teller) return
  /** Takes a node's part over, or gives it back if another item made it. */
  const adopt = (node: Node, name: string, value: string | null) => {
    const { read, write } = partOf(name)
    const ours = read(node as AnyNode)
    if (maker !== item) return write(node as AnyNode, value)
    const place = ours === '' ? { parent: parentOf(node), previous: node.previousSibling } : undefined
    hold.writes.push({ ...writeOf(node, name, ours), own: value, place })
  }
  if (part === 'html') adoptHtml(hold, maker, own ?? '', clean)
  else if (!maker) tellOwn(hold, teller, ownTexts.join(''))
  else if (part === 'text') {
    const wanted = ownTexts[1] === undefined ? [' '] : ownTexts
    const texts = textsOf(element, wanted)
    for (const [at, text] of ownTexts.entries()) if (texts[at] && wanted[at]) adopt(texts[at], 'text', text)
  } else if (own === null || isAllowed(own, slots[part as ContentType], element)) adopt(element, part, own)
}

/** The page has made something else of the text: it may stay, or goes if it is another item's. */
const tellOwn = (hold: Kept, teller: Item, own: string) => {
  if (teller === hold.item) hold.ownText = own
  else hold.element.replaceChildren(own)
}

const adoptHtml = async (hold: Kept, maker: Item | undefined, own: string, clean: Clean) => {
  const { element, item } = hold
  const nodes = maker ? [...element.childNodes] : []
  const write: Write = { ...writeOf(element, 'children', nodes), own: [] }
  if (maker === item) hold.inserted = nodes
  hold.writes.push(write)
  write.own = [...((await clean(own))?.childNodes ?? [])]
  // It was given back meanwhile, and so left empty.
  if (!hold.writes.includes(write) && !element.firstChild) element.append(...write.own)
}
