import { doneMark, ownMark } from '../../wire/done.ts'
import { type ContentType, type Slot, slots } from '../../wire/targets.ts'
import { isParsing } from '../beginning.ts'
import { isAllowed } from './allowed.ts'
import type { Hold, Write } from './hold.ts'
import type { Item } from './item.ts'
import type { AnyNode, Value } from './parts.ts'
import { isElement, isMatch, parentOf } from './walk.ts'

/** The slots of all parts that the edge changes. */
const slotsOfParts: Readonly<Record<string, Slot>> = { ...slots, placeholder: 'content', srcset: 'src' }

/** What adopting needs. */
export interface Adoption {
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
export const adoptDone = (hold: Hold, slot: Slot, { pattern, clean }: Adoption): boolean => {
  const { element } = hold
  const done = marksOf(element, pattern)
  const parts = done.filter((part) => slotsOfParts[part] === slot)
  if (!parts[0]) return false
  for (const part of parts) adoptPart(hold, part, clean)
  // The mark still keeps the target from being hidden, and tells a clone that there is nothing left to adopt.
  const rest = [pattern, ...done.filter((part) => !parts.includes(part))].join(' ')
  element.setAttribute(doneMark, rest)
  hold.writes.push({ ...writeOf(element, doneMark, rest), own: null })
  return true
}

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

/** Whether an element is in HTML of the edge's that is not taken over yet, because it has to be sanitised first. */
export const isInHtml = (element: Element, pattern: string | undefined): boolean => {
  // Not `closest`: a form may have a field of that name.
  for (let node = parentOf(element); node; node = parentOf(node))
    if (isElement(node) && isMatch(node, `[${doneMark}^="${pattern} "][${doneMark}~=html]`)) return true
  return false
}

/** Whether an element has exactly the content that an item gives it. */
const isAsMade = ({ payload, html }: Item, element: Element) => {
  const made = element.cloneNode() as Element
  made.append(html?.cloneNode(true) ?? payload)
  return made.isEqualNode(element)
}

const writeOf = (node: Node, part: string, ours: Value) => ({ node, part, wanted: ours, ours, isLate: false })

const adoptPart = (hold: Hold, part: string, clean: Clean) => {
  const { element, item } = hold
  const own = element.getAttribute(ownMark(part))
  element.removeAttribute(ownMark(part))
  if (part === 'html') return adoptHtml(hold, own ?? '', clean)
  const node = (
    part === 'text' ? (element.firstChild ?? element.appendChild(new Text())) : element
  ) as AnyNode
  const now = part === 'text' ? node?.data : element.getAttribute(part)
  if (now !== (part === 'srcset' ? '' : item.payload)) return
  if (own !== null && !isAllowed(own, slots[part as ContentType], element)) return
  hold.writes.push({ ...writeOf(node, part, now), own: part === 'text' ? (own ?? '') : own })
}

const adoptHtml = async (hold: Hold, own: string, clean: Clean) => {
  const { element, item } = hold
  if (!item.html || !isAsMade(item, element)) return
  const nodes = [...element.childNodes]
  const write: Write = { ...writeOf(element, 'children', nodes), own: [] }
  hold.inserted = nodes
  hold.writes.push(write)
  write.own = [...((await clean(own))?.childNodes ?? [])]
}
