import { type Hold, restore, type Write, writeOf } from '../first/hold.ts'
import { type AnyNode, partOf } from '../first/parts.ts'
import { ownUnlessPersonal } from './personal.ts'
import { isSame, pagesOf } from './values.ts'

/** Gives back what the page last had in a part. What the page wrote since stays. */
const undo = (hold: Hold, write: Write) => {
  const now = partOf(write.part).read(write.node as AnyNode)
  const own = ownUnlessPersonal(hold, pagesOf(now, write), write.own)
  if (!isSame(own, now)) restore(write, own)
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
