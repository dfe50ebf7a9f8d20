import type { Item } from './item.ts'
import { type AnyNode, isSame, type PartName, pagesOf, partOf, type Value } from './parts.ts'
import { ownUnlessPersonal } from './personal.ts'
import { parentOf } from './walk.ts'

/** What an item wrote into a part of a node, and what the page last had there. */
export interface Write {
  node: Node
  part: PartName
  /** What the page last had there. */
  own: Value
  /** What the item wrote. */
  wanted: Value
  /** The same as the browser gives it back: it may normalise a value. */
  ours: Value
  /** Whether it was first made after the page had written over other writes of its hold. */
  isLate: boolean
  /** For a text that was emptied: its place. `normalize()` removes it, and giving back inserts it there again. */
  place?: { parent: Node | null | undefined; previous: Node | null | undefined } | undefined
  /** For a property of the style: the whole attribute, as the page had it and as Motif left it. */
  style?: { own: string | null; ours: string | null } | undefined
}

/** An item's claim on an element, with everything that the item wrote there. */
export interface Hold {
  item: Item
  element: HTMLElement
  writes: Write[]
  /** How often the page has lately written over it. Falls by one a second. */
  fights: number
  /** When the page last wrote over it, or when it was taken, by `performance.now()`. */
  at: number
  /** Whether the item is being applied again, after a change of the page. */
  isLate: boolean
  /** Whether anything had to be written this time. */
  hasWritten: boolean
  /** Whether the document was still being parsed when it was last applied: the parser may append to its texts. */
  isComing?: boolean
  /** For `text`: the page's own last words. */
  ownText?: string | undefined
  /** Since when the page has left it empty, by `performance.now()`. */
  emptySince?: number | undefined
  /** The number of the look for targets that found it. */
  look: number
  /** How many clones were made of it. */
  clones: number
  /** For `html`: Motif's nodes. */
  inserted?: Node[] | undefined
}

/** The write into a part of a node, if there is one. */
export const writeOf = ({ writes }: Hold, node: Node, part: PartName): Write | undefined =>
  writes.find((write) => write.node === node && write.part === part)

/** Gives a part of a node a value. Returns whether it had another. */
export const put = (hold: Hold, node: Node, part: PartName, wanted: Value): boolean => {
  const { read, write } = partOf(part)
  const element = node as AnyNode
  const before = writeOf(hold, node, part)
  const now = read(element)
  const first = part === 'text' ? ownUnlessPersonal(hold, now, hold.ownText ?? now) : now
  const made: Write = before ?? { node, part, own: first, wanted: now, ours: now, isLate: hold.isLate }
  if (isSame(now, wanted) || (isSame(now, made.ours) && isSame(wanted, made.wanted))) return false
  if (part === 'text' && isAppended(hold, now, made.ours))
    made.own = withAppended(hold, made.own as string, (now as string).slice((made.ours as string).length))
  else if (!isSame(now, made.ours)) made.own = ownUnlessPersonal(hold, pagesOf(now, made), made.own)
  const own = part.startsWith('style:') && element.getAttribute('style')
  if (part === 'text' && wanted === '')
    made.place = { parent: parentOf(node), previous: element.previousSibling }
  write(element, wanted)
  made.wanted = wanted
  made.ours = read(element)
  if (own !== false) made.style = { own, ours: element.getAttribute('style') }
  if (!before) hold.writes.push(made)
  hold.hasWritten = true
  return true
}

/** Whether the parser, or the page, has put more behind Motif's text. `normalize()` does so with a text that came behind it. */
const isAppended = ({ isComing }: Hold, now: Value, ours: Value): boolean =>
  (isComing || ours !== '') && (now as string).startsWith(ours as string)

/** A page that appends the same after each write of Motif's has it once. */
const withAppended = ({ isComing }: Hold, own: string, more: string): string =>
  !isComing && own.endsWith(more) ? own : own + more

/** The same write for a clone. `undefined` if the clone has no node for it. `inClone` maps nodes to their copies. */
export const cloneWrite = (
  write: Write,
  inClone: Map<Node | null | undefined, Node | undefined>,
): Write | undefined => {
  const node = inClone.get(write.node)
  const { own, place } = write
  const cloned = (value: Value): Value =>
    Array.isArray(value)
      ? value.flatMap((one) => inClone.get(one) ?? [])
      : (inClone.get(value as Node) ?? value)
  const ours = cloned(write.ours)
  return (
    node && {
      ...write,
      node,
      own: cloned(own),
      wanted: ours,
      ours,
      place: place && { parent: inClone.get(place.parent), previous: inClone.get(place.previous) },
    }
  )
}

/** Gives back what the page last had in a part. What the page wrote since stays. */
const undo = (hold: Hold, write: Write) => {
  const { style } = write
  const node = write.node as AnyNode
  const part = partOf(write.part)
  const now = part.read(node)
  const own = ownUnlessPersonal(hold, pagesOf(now, write), write.own)
  if (isSame(own, now)) return
  const isLeft = style && node.getAttribute('style') === style.ours
  part.write(node, own)
  if (isLeft && style.own !== null && node.getAttribute('style') !== style.own)
    node.setAttribute('style', style.own)
}

/** Whether `normalize()` has removed an emptied text: it is gone, but what Motif wrote is still there. */
const isNormalised = ({ element, writes }: Hold, { node, part, ours }: Write): boolean =>
  part === 'text' &&
  ours === '' &&
  !element.contains(node) &&
  writes.flatMap(nodesOf).some((one) => element.contains(one))

/** The nodes that a write has put into an element, or the text node that it has filled. */
const nodesOf = ({ node, part, ours }: Write): Node[] => {
  if (part === 'children') return ours as Node[]
  return part === 'parent' || (part === 'text' && ours) ? [node] : []
}

/** Inserts a text that was normalised away in its old place. */
const putBack = ({ element }: Hold, { node, place }: Write) => {
  const { parent, previous } = place ?? {}
  if (!parent || !element.contains(parent)) return
  const isThere = previous?.parentNode === parent
  parent.insertBefore(node, isThere ? previous.nextSibling : previous ? null : parent.firstChild)
}

/** Gives back everything that was written. The last write comes first, because nodes were put into each other. */
export const giveBack = (hold: Hold): void => {
  for (const write of hold.writes.filter((one) => isNormalised(hold, one))) putBack(hold, write)
  for (const write of hold.writes.splice(0).reverse()) undo(hold, write)
}

/** Gives back the nodes that have left the document, except texts that were normalised away: those come last, in `giveBack`. */
export const giveBackGone = (hold: Hold): void => {
  hold.writes = hold.writes.filter(
    (write) =>
      write.node.isConnected ||
      isNormalised(hold, writeOf(hold, write.node, 'text') ?? write) ||
      undo(hold, write),
  )
}

/**
 * Gives back a target to a page that has won. If the page's own nodes are still there, the texts that it added during the
 * fight are not content, but leftovers of each round: they stay empty.
 */
export const giveIn = (hold: Hold): void => {
  const isSign = ({ isLate, ours }: Write) => isLate && ours === ''
  if (!hold.writes.every(isSign)) hold.writes = hold.writes.filter((write) => !isSign(write))
  giveBack(hold)
}
