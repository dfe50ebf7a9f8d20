import type { Item } from './item.ts'
import { type AnyNode, isSame, type PartName, pagesOf, partOf, type Value } from './parts.ts'
import { parentOf } from './walk.ts'

/** What an item wrote in a part of a node, over what the page last had there. */
export interface Write {
  node: Node
  part: PartName
  /** What the page last had there. */
  own: Value
  /** What was to be there, and what the browser made of it. */
  wanted: Value
  ours: Value
  /** Whether there was nothing of Motif before the page wrote against it. */
  isLate: boolean
  /** Of a text that was emptied: where it was. `normalize()` removes it, and it is put there again. */
  place?: { parent: Node | null | undefined; previous: Node | null | undefined } | undefined
  /** Of a property of the style: the whole attribute as the page had it, and as it was left. */
  style?: { own: string | null; ours: string | null } | undefined
}

/** An element that an item has, with all that was written there. */
export interface Hold {
  item: Item
  element: HTMLElement
  writes: Write[]
  /** How often the page wrote over it lately, and when it last did or was taken, in milliseconds of the page's clock. */
  fights: number
  at: number
  /** Whether what is written now is written against the page, and whether anything was. */
  isLate: boolean
  hasWritten: boolean
  /** Whether the page was still parsed when it was last made as its item wants it: the parser may append to its texts. */
  isComing?: boolean
  /** Of a text: what the page itself last had. */
  ownText?: string | undefined
  /** Which look at the page has found it. */
  look: number
  /** How many clones were made of it. */
  clones: number
  /** Of HTML: the nodes that are Motif's. */
  inserted?: Node[] | undefined
}

/** What was written in a part of a node. */
export const writeOf = ({ writes }: Hold, node: Node, part: PartName): Write | undefined =>
  writes.find((write) => write.node === node && write.part === part)

/** Makes a part of a node be a value. Answers whether it was not. */
export const put = (hold: Hold, node: Node, part: PartName, wanted: Value): boolean => {
  const { read, write } = partOf(part)
  const element = node as AnyNode
  const before = writeOf(hold, node, part)
  const now = read(element)
  const made: Write = before ?? { node, part, own: now, wanted: now, ours: now, isLate: hold.isLate }
  if (isSame(now, wanted) || (isSame(now, made.ours) && isSame(wanted, made.wanted))) return false
  const isAppended = part === 'text' && hold.isComing && (now as string).startsWith(made.ours as string)
  if (isAppended) made.own += (now as string).slice((made.ours as string).length)
  else if (!isSame(now, made.ours)) made.own = pagesOf(now, made)
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

/** The same write in a clone, whose nodes stand for those that were cloned; nothing where it has none for this one. */
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

/** Gives back what the page last had in a part. What it wrote since stays. */
const undo = (write: Write) => {
  const { style } = write
  const node = write.node as AnyNode
  const part = partOf(write.part)
  const now = part.read(node)
  const own = pagesOf(now, write)
  if (isSame(own, now)) return
  const isLeft = style && node.getAttribute('style') === style.ours
  part.write(node, own)
  if (isLeft && style.own !== null && node.getAttribute('style') !== style.own)
    node.setAttribute('style', style.own)
}

/** Whether the page has normalised a target: emptied texts are gone, and what Motif wrote is still there. */
const isNormalised = ({ element, writes }: Hold, { node, part, ours }: Write): boolean =>
  part === 'text' &&
  ours === '' &&
  !element.contains(node) &&
  writes.flatMap(nodesOf).some((one) => element.contains(one))

/** The nodes that a write has put into an element, or the text that it has filled. */
const nodesOf = ({ node, part, ours }: Write): Node[] => {
  if (part === 'children') return ours as Node[]
  return part === 'parent' || (part === 'text' && ours) ? [node] : []
}

/** Puts a text that was normalised away where it was. */
const putBack = ({ element }: Hold, { node, place }: Write) => {
  const { parent, previous } = place ?? {}
  if (!parent || !element.contains(parent)) return
  const isThere = previous?.parentNode === parent
  parent.insertBefore(node, isThere ? previous.nextSibling : previous ? null : parent.firstChild)
}

/** Gives back all that was written, the last first, as nodes were put into each other. */
export const giveBack = (hold: Hold): void => {
  for (const write of hold.writes.filter((one) => isNormalised(hold, one))) putBack(hold, write)
  for (const write of hold.writes.splice(0).reverse()) undo(write)
}

/** Gives back what has left the document, but for texts that were normalised away: all of them is given back in the end. */
export const giveBackGone = (hold: Hold): void => {
  hold.writes = hold.writes.filter(
    (write) =>
      write.node.isConnected || isNormalised(hold, writeOf(hold, write.node, 'text') ?? write) || undo(write),
  )
}

/**
 * Gives back to a page that has won. Where its own nodes are still there, the texts that it put beside them against Motif
 * are not its content, but one sign more for each round of the fight: they stay empty.
 */
export const giveIn = (hold: Hold): void => {
  const isSign = ({ isLate, ours }: Write) => isLate && ours === ''
  if (!hold.writes.every(isSign)) hold.writes = hold.writes.filter((write) => !isSign(write))
  giveBack(hold)
}
