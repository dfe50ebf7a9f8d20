import type { Slot } from '../../wire/targets.ts'
import { isWithin } from '../own.ts'
import { isMadeOfAddress } from './address.ts'
import type { Item } from './item.ts'
import { type AnyNode, type PartName, partOf, type Value } from './parts.ts'
import { isText, parentOf } from './walk.ts'

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
  /** Whether it was first made after the page had written over other writes of its hold. Only `follow` sets it. Default: no. */
  isLate?: boolean
  /** Whether it was found to be normalised away: see `isNormalised`. Only `follow` sets it. Default: no. */
  isNormalised?: boolean
  /**
   * For a text that was emptied: its place, and what else its parent had. `normalize()` removes it, and giving back inserts it
   * there again.
   */
  place?:
    | { parent: Node | null | undefined; previous: Node | null | undefined; beside?: Node[] | undefined }
    | undefined
  /** For a property of the style: the whole attribute, as the page had it and as Motif left it. */
  style?: { own: string | null; ours: string | null } | undefined
}

/** An item's claim on an element, with everything that the item wrote there. */
export interface Hold {
  item: Item
  element: HTMLElement
  writes: Write[]
  /** For `text`: the page's own last words. */
  ownText?: string | undefined
  /** Whether a later look for targets than the first found it: then it may be a copy of another one. Default: no. */
  isLater?: boolean | undefined
  /** Whether the parser may still append to it, although there is an element behind it: a script may have put that there. */
  mayGrow?: boolean | undefined
}

/** The holds of each element: at most one for each slot. */
export type Holds = Map<Node, { [Each in Slot]?: Hold }>

/** What an item has written into the content of something that a node is in, the nearest first. */
export const contentAround = <Each extends Hold>(
  holds: Map<Node, { content?: Each }>,
  inside: Node,
): Each | undefined => {
  let node = parentOf(inside)
  while (node && !holds.get(node)?.content) node = parentOf(node)
  return node ? holds.get(node)?.content : undefined
}

/** The text that an element is in: it may have written over what is the page's own there. */
export const textAround = <Each extends Hold>(
  holds: Map<Node, { content?: Each }>,
  inside: Node,
): Each | undefined => {
  const around = contentAround(holds, inside)
  return around?.item.type === 'text' ? around : undefined
}

/** The write into a part of a node, if there is one. */
export const writeOf = ({ writes }: Hold, node: Node, part: PartName): Write | undefined =>
  writes.find((write) => write.node === node && write.part === part)

/** Gives a part of a node a value, and keeps what the page has there. Returns whether it had another value. */
export const putFirst = (hold: Hold, node: Node, part: PartName, wanted: Value): boolean => {
  const now = partOf(part).read(node as AnyNode)
  if (now === wanted) return false
  const before = writeOf(hold, node, part)
  if (before) before.own = ownNow(before)
  writePart(hold, before ?? { node, part, own: now, wanted, ours: now }, wanted)
  return true
}

/** Gives a write's part a value, and notes the write. */
export const writePart = (hold: Hold, made: Write, wanted: Value): void => {
  const { node, part } = made
  const { read, write } = partOf(part)
  const element = node as AnyNode
  const isStyle = part.startsWith('style:')
  const style = isStyle ? element.getAttribute('style') : null
  if (part === 'text' && wanted === '') made.place = placeOf(node, hold.writes.at(-1)?.place)
  write(element, wanted)
  made.wanted = wanted
  made.ours = read(element)
  if (isStyle) made.style = { own: style, ours: element.getAttribute('style') }
  if (!hold.writes.includes(made)) hold.writes.push(made)
}

/** Gives a write's part the page's own value. A style's attribute becomes what it was, to the letter. */
export const restore = ({ node, part, style }: Write, own: Value): void => {
  const element = node as AnyNode
  const isLeft = style && element.getAttribute('style') === style.ours
  partOf(part).write(element, own)
  if (isLeft && style.own !== null && element.getAttribute('style') !== style.own)
    element.setAttribute('style', style.own)
}

/** The place of an emptied text. Thousands of texts in one parent share one list of its nodes. */
const placeOf = (node: Node, before: Write['place']): Write['place'] => {
  const parent = parentOf(node)
  const nodes = parent?.childNodes
  const isSameList = before?.parent === parent && before?.beside?.length === nodes?.length
  return { parent, previous: node.previousSibling, beside: isSameList ? before?.beside : [...(nodes ?? [])] }
}

const isEmptied = ({ part, ours }: Write) => part === 'text' && ours === ''

/**
 * Whether `normalize()` has removed an emptied text: it is gone, as are all others, but what Motif wrote is still there.
 */
export const isNormalised = (hold: Hold, write: Write): boolean => {
  const { element, writes } = hold
  // The page's own nodes that an item's HTML has replaced count as inside: nobody has normalised them.
  const roots = [element, ...writes.flatMap(({ part, own }) => (part === 'children' ? (own as Node[]) : []))]
  const isIn = (node: Node) => roots.some((root) => isWithin(root, node))
  return (
    isEmptied(write) &&
    !isIn(write.node) &&
    writes.flatMap(nodesOf).some(isIn) &&
    // Other texts may have been emptied since.
    (write.isNormalised || !writes.some((other) => isEmptied(other) && !other.isLate && isIn(other.node))) &&
    !isReplaced(hold, write)
  )
}

/**
 * Whether the page has put another text, or an element, in place of an emptied text, in an element inside the target: a word
 * that turns, or a number that counts down. Motif may have emptied that one since.
 */
const isReplaced = (hold: Hold, write: Write): boolean => {
  const { element, writes } = hold
  const { parent, beside } = write.place ?? {}
  if (!parent || parent === element) return false
  return [...parent.childNodes].some((next) => {
    if (!isText(next)) return beside?.includes(next) === false
    const later = writeOf(hold, next, 'text')
    return later ? later.ours === '' && writes.indexOf(later) > writes.indexOf(write) : !!next.data.trim()
  })
}

/** The nodes that a write has put into an element, or the text node that it has filled. */
const nodesOf = ({ node, part, ours }: Write): Node[] => {
  if (part === 'children') return ours as Node[]
  return part === 'parent' || (part === 'text' && ours) ? [node] : []
}

/** Inserts a text that was normalised away in its old place. Returns whether that is in the element. */
const putBack = ({ element }: Hold, { node, place }: Write): boolean => {
  const { parent, previous } = place ?? {}
  if (!parent || !isWithin(element, parent)) return false
  // Behind what was in front of it, or in front of everything; if what was in front has gone, behind everything.
  const isThere = previous?.parentNode === parent
  parent.insertBefore(node, isThere ? previous.nextSibling : previous ? null : parent.firstChild)
  return true
}

/** Undoes a hold's writes, the last one first, because nodes were put into each other. Texts that were normalised away come back. */
export const undoAll = (hold: Hold, undo: (write: Write) => void): void => {
  const normalised = hold.writes.filter((write) => isNormalised(hold, write))
  const gone = normalised.filter((write) => !putBack(hold, write))
  for (const write of hold.writes.splice(0).reverse()) undo(write)
  // What they were in is there again only now.
  for (const write of gone) putBack(hold, write)
}

/**
 * Takes in what the parser has appended to the last text of a hold, if it has: it is the page's own. Returns whether the texts
 * are otherwise as Motif left them, so that the item may be applied again.
 */
export const takeInAppended = (hold: Hold): boolean => {
  const texts = hold.writes.filter(({ part }) => part === 'text')
  const last = texts.at(-1)
  const dataOf = ({ node }: Write) => (node as Text).data
  const isLeft = (write: Write) =>
    isWithin(hold.element, write.node) &&
    (write === last ? dataOf(write).startsWith(`${write.ours}`) : dataOf(write) === write.ours)
  if (!last || !texts.every(isLeft)) return false
  const more = dataOf(last).slice(`${last.ours}`.length)
  last.own = `${last.own}${more}`
  if (!more) return true
  // A text that Motif has put there is the page's now: the parser goes on in it.
  hold.writes = hold.writes.filter(({ node, part }) => node !== last.node || part === 'text')
  writePart(hold, last, last.wanted)
  return true
}

/** Whether what follows a text goes on with its last word, which is then another word. */
export const isWordGoingOn = (next: string): boolean => /^[\p{L}\p{N}]/u.test(next)

/** Whether a text is only the end of a word that begins in what is before it: `19 €` is no 9 €. */
const isEndOfWord = (before: string, text: string) => /[\p{L}\p{N}]$/u.test(before) && isWordGoingOn(text)

/**
 * What a text says with the page's own words in place of Motif's, with what the page has put before and behind them: once, if
 * it does so again and again. `undefined` if it does not say Motif's. `★ Hi Ada` with `Hi Ada` for `Hello` is `★ Hello`.
 */
export const withOwn = (now: string, ours: string, own: string): string | undefined => {
  const pieces = now.split(ours)
  const [before = '', ...rest] = pieces
  if (!ours || rest[0] === undefined || rest.some(isWordGoingOn)) return undefined
  if (pieces.slice(0, -1).some((piece) => isEndOfWord(piece, ours))) return undefined
  const after = rest.join(own)
  return (own.startsWith(before) ? '' : before) + own + (own.endsWith(after) ? '' : after)
}

/** What a write's part has of the page's own now. What the page has put before or behind a text of Motif's belongs to it. */
const ownNow = ({ node, part, own, ours }: Write): Value => {
  const now = partOf(part).read(node as AnyNode)
  if (now === ours || isMadeOfAddress(part, now, ours)) return own
  return (part === 'text' ? withOwn(`${now}`, `${ours}`, `${own}`) : undefined) ?? now
}

/** Undoes a first write. What the page has written over it stays. */
const undoFirst = (write: Write): void => {
  const own = ownNow(write)
  if (own !== partOf(write.part).read(write.node as AnyNode)) restore(write, own)
}

/** Undoes the first writes. */
export const giveBackFirst = (hold: Hold): void => undoAll(hold, undoFirst)

/** Gives a part of a node back that one of these holds has written, which has no claim on it any more. */
export const takeBack = (holds: Iterable<Hold>, node: Node, part: PartName): void => {
  for (const hold of holds) {
    const write = writeOf(hold, node, part)
    if (!write) continue
    undoFirst(write)
    hold.writes = hold.writes.filter((one) => one !== write)
  }
}
