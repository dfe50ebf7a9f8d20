import { isMadeOfAddress } from '../first/address.ts'
import { type Hold, isWordGoingOn, type Write, writeOf, writePart } from '../first/hold.ts'
import { type AnyNode, type PartName, partOf, type Value } from '../first/parts.ts'
import { ownUnlessPersonal } from './personal.ts'
import { isSame, pagesOf } from './values.ts'

/** A hold that is kept through what the page does. */
export interface Kept extends Hold {
  /** The number of the look for targets that found it. */
  look: number
  /** How often the page has lately written over it. Falls by one a second. */
  fights: number
  /** When the page last wrote over it, or when it was taken, by `performance.now()`. */
  at: number
  /** Whether the item is being applied again, after a change of the page. */
  isLate: boolean
  /** Whether anything had to be written this time. */
  hasWritten: boolean
  /** Whether the parser might append to its texts when it was last applied. */
  mayGrow?: boolean | undefined
  /** Whether the element has got another class or id since it was taken. Default: no. */
  isRenamed?: boolean | undefined
  /** Since when the page has left it empty, by `performance.now()`. */
  emptySince?: number | undefined
  /** How many clones were made of it. */
  clones: number
  /** For `html`: Motif's nodes. */
  inserted?: Node[] | undefined
}

/** Makes a hold a kept one, or one item's hold another's, with what was written there. */
export const keep = (hold: Hold & Pick<Kept, 'look'>): Kept => ({
  clones: 0,
  ...hold,
  inserted: undefined,
  fights: 0,
  at: performance.now(),
  isLate: false,
  hasWritten: false,
})

/**
 * Gives a part of a node a value, and keeps what the page has there now, unless it has made that of Motif's. Returns whether it
 * had another.
 */
export const put = (hold: Kept, node: Node, part: PartName, wanted: Value): boolean => {
  const before = writeOf(hold, node, part)
  const now = partOf(part).read(node as AnyNode)
  const first = part === 'text' ? ownUnlessPersonal(hold, now, hold.ownText ?? now) : now
  // What the parser has put there is no answer of the page to what Motif wrote.
  const isLate = hold.isLate && !hold.mayGrow
  const made: Write = before ?? { node, part, own: first, wanted: now, ours: now, isLate }
  if (isSame(now, wanted) || (isSame(now, made.ours) && isSame(wanted, made.wanted))) {
    // A new node that the page has made of Motif's: it has it already, but not as its own.
    if (!before && first !== now) hold.writes.push(made)
    return false
  }
  if (now !== made.own && isMadeOfAddress(part, now, wanted)) {
    // It stays, and is no other address of the page's own.
    made.wanted = wanted
    made.ours = now
    return false
  }
  if (!isSame(now, made.ours))
    if (part === 'text' && isAppended(hold, now as string, made.ours as string)) {
      made.own = withAppended(hold, made, now as string)
      // A text that Motif has put there is the page's now: the page goes on in it.
      hold.writes = hold.writes.filter((write) => write.node !== node || write.part === 'text')
    } else made.own = ownUnlessPersonal(hold, pagesOf(now, made), made.own)
  writePart(hold, made, wanted)
  hold.hasWritten = true
  return true
}

/** Whether the parser, or the page, has put more behind Motif's text. `normalize()` does so with a text that came behind it. */
const isAppended = ({ mayGrow }: Kept, now: string, ours: string): unknown =>
  now.startsWith(ours) && (mayGrow || (ours && !isWordGoingOn(now.slice(ours.length))))

/** A page that appends the same after each write of Motif's has it once. One that says Motif's text again says its own again. */
const withAppended = ({ mayGrow }: Kept, { own, ours }: Write, now: string): string => {
  const more = now.slice(`${ours}`.length)
  const said = mayGrow ? more : more.split(`${ours}`).join(`${own}`)
  return !mayGrow && `${own}`.endsWith(said) ? `${own}` : `${own}${said}`
}
