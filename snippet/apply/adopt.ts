import { doneMark, ownMark } from '../../wire/done.ts'
import { isAllowed } from './allowed.ts'
import type { Hold } from './hold.ts'
import type { Kind } from './kinds.ts'
import type { AnyNode, Value } from './parts.ts'

/** The slots of those parts that are not called as their slot is. */
const slots: Readonly<Record<string, Kind['slot']>> = {
  text: 'content',
  html: 'content',
  placeholder: 'content',
  srcset: 'src',
}

/**
 * Goes on with what the edge did to a target, where it is still there: what the page's own server sent is given back in
 * the end, and nothing is written. Everything is checked, as anybody whose words the page shows may have written the marks.
 * Answers whether there was any.
 *
 * @param ownHtml what the server sent as the content of an `html` item's target, sanitised
 */
export const adoptDone = (hold: Hold, slot: Kind['slot'], ownHtml: Node | undefined): boolean => {
  const { element } = hold
  const done = element.getAttribute(doneMark)?.split(' ')
  const parts = done?.filter((part) => (slots[part] ?? part) === slot) ?? []
  if (!done || !parts[0]) return false
  for (const part of parts) adoptPart(hold, part, ownHtml)
  // Empty it still says that nothing is to be hidden; a clone has nothing more to adopt.
  const rest = done.filter((part) => !parts.includes(part)).join(' ')
  element.setAttribute(doneMark, rest)
  hold.writes.push({ ...writeOf(element, doneMark, rest), own: null })
  return true
}

const writeOf = (node: Node, part: string, ours: Value) => ({ node, part, wanted: ours, ours, isLate: false })

const adoptPart = (hold: Hold, part: string, ownHtml: Node | undefined) => {
  const { element, item } = hold
  const own = element.getAttribute(ownMark(part))
  element.removeAttribute(ownMark(part))
  if (part === 'html') return adoptHtml(hold, ownHtml)
  const node = (part === 'text' ? element.firstChild : element) as AnyNode
  const now = part === 'text' ? node?.data : element.getAttribute(part)
  const isUrl = part === 'src' || part === 'href'
  if (now !== (part === 'srcset' ? '' : item.payload)) return
  if (isUrl && own !== null && !isAllowed(own, part, element)) return
  hold.writes.push({ ...writeOf(node, part, now), own: part === 'text' ? (own ?? '') : own })
}

const adoptHtml = (hold: Hold, ownHtml: Node | undefined) => {
  const { element, item } = hold
  const nodes: Node[] = [...element.childNodes]
  const wanted = [...(item.html?.childNodes ?? [])]
  if (nodes.length !== wanted.length || !nodes.every((node, at) => node.isEqualNode(wanted[at] as Node)))
    return
  hold.inserted = nodes
  hold.writes.push({ ...writeOf(element, 'children', nodes), own: [...(ownHtml?.childNodes ?? [])] })
}
