import { type Hold, isNormalised, restore, undoAll, type Write, writeOf } from '../first/hold.ts'
import { type AnyNode, partOf } from '../first/parts.ts'
import { isWithin } from '../own.ts'
import { ownUnlessPersonal } from './personal.ts'
import { isSame, pagesOf } from './values.ts'

/** Gives back what the page last had in a part. What the page wrote since stays. */
const undo = (hold: Hold, write: Write) => {
  const now = partOf(write.part).read(write.node as AnyNode)
  const own = ownUnlessPersonal(hold, pagesOf(now, write), write.own)
  if (!isSame(own, now)) restore(write, own)
}

/** Gives back everything that was written. */
export const giveBack = (hold: Hold): void => undoAll(hold, (write) => undo(hold, write))

/** Whether a node is still where it was written into. Labels, and sources of a picture, are outside of the target. */
const isThere = ({ element }: Hold, { node, part }: Write) =>
  node.isConnected && (!/^(text|style)/.test(part) || isWithin(element, node))

/** Gives back the nodes that have left the target or the document, except texts that were normalised away: those come last, in `giveBack`. */
export const giveBackGone = (hold: Hold): void => {
  for (const write of hold.writes) write.isNormalised = !write.node.isConnected && isNormalised(hold, write)
  hold.writes = hold.writes.filter(
    (write) =>
      isThere(hold, write) || (writeOf(hold, write.node, 'text') ?? write).isNormalised || undo(hold, write),
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
