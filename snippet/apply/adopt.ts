import { doneMark, ownMark } from '../../wire/done.ts'
import { type ContentType, type Slot, slots } from '../../wire/targets.ts'
import { isParsing } from '../beginning.ts'
import { query } from '../select.ts'
import { isAllowed } from './allowed.ts'
import type { Hold, Write } from './hold.ts'
import type { Item } from './item.ts'
import { type AnyNode, partOf, type Value } from './parts.ts'
import { isElement, isMatch, parentOf } from './walk.ts'

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
export const adoptDone = (hold: Hold, slot: Slot, adoption: Adoption): boolean => {
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
  !isAsMade(item, element)

/** Whether an element is, or is in, a target with HTML of the edge's that is not taken over yet, because it has to be sanitised first. */
export const isInHtml = (element: Element, pattern: string | undefined): boolean => {
  // Not `closest`: a form may have a field of that name.
  for (let node: Node | null = element; node; node = parentOf(node))
    if (isElement(node) && isMatch(node, `[${doneMark}^="${pattern} "][${doneMark}~=html]`)) return true
  return false
}

/** Whether an element has exactly the content that an item gives it. */
const isAsMade = ({ payload, html }: Item, element: Element) => {
  const made = element.cloneNode() as Element
  made.append(html?.cloneNode(true) ?? payload)
  return made.isEqualNode(element)
}

/** Whether a part of an element is as the edge made it for an item. */
const isMadeFor = (item: Item, element: Element, part: string): boolean => {
  const { type, payload, html } = item
  if (slots[type] !== slotsOfParts[part]) return false
  if (type === 'html') return !!html && isAsMade(item, element)
  const { firstChild } = element
  if (part === 'text') return ((firstChild as Text | null)?.data ?? '') === payload
  return element.getAttribute(part) === (part === 'srcset' ? '' : payload)
}

/** What the edge changed and no item has taken over, each with the item that made it, as far as it still is as that made it. */
export const leftDone = ({ items, pattern }: Adoption): { item: Item; element: HTMLElement }[] =>
  [...query(`[${doneMark}^="${pattern} "]`)].flatMap((element) =>
    marksOf(element, pattern).flatMap((part) => {
      const item = items.find((one) => isMadeFor(one, element, part))
      return item ? [{ item, element }] : []
    }),
  )

const writeOf = (node: Node, part: string, ours: Value) => ({ node, part, wanted: ours, ours, isLate: false })

const adoptPart = (hold: Hold, part: string, { items, clean }: Adoption) => {
  const { element, item } = hold
  const own = element.getAttribute(ownMark(part))
  element.removeAttribute(ownMark(part))
  // By now the page may have made it the target of another item.
  const maker = [item, ...items].find((one) => isMadeFor(one, element, part))
  if (!maker) return
  if (part === 'html') return adoptHtml(hold, maker, own ?? '', clean)
  const node = (
    part === 'text' ? (element.firstChild ?? element.appendChild(new Text())) : element
  ) as AnyNode
  if (own !== null && !isAllowed(own, slots[part as ContentType], element)) return
  const { read, write } = partOf(part)
  const value = part === 'text' ? (own ?? '') : own
  if (maker === item) hold.writes.push({ ...writeOf(node, part, read(node)), own: value })
  else write(node, value)
}

const adoptHtml = async (hold: Hold, maker: Item, own: string, clean: Clean) => {
  const { element, item } = hold
  const nodes = [...element.childNodes]
  const write: Write = { ...writeOf(element, 'children', nodes), own: [] }
  if (maker === item) hold.inserted = nodes
  hold.writes.push(write)
  write.own = [...((await clean(own))?.childNodes ?? [])]
}
