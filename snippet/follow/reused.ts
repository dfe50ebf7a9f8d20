import { isMadeOfAddress } from '../first/address.ts'
import { type AnyNode, partOf, type Value } from '../first/parts.ts'
import { selectAll } from '../select.ts'
import { isMadeOf, isPersonal } from './personal.ts'
import type { Kept } from './put.ts'
import { isSame } from './values.ts'

/**
 * Whether the page has made another element of a target, as React without keys and morphdom do: it has got another class or id,
 * its item's selector does not stand for it any more, and the page has written other words or another address there.
 */
export const isReused = (hold: Kept): boolean =>
  !!hold.isRenamed && hasOthers(hold) && ![...selectAll(hold.item.selector)].includes(hold.element)

/** Whether the page has written there what is neither its own, nor the item's, nor made of that. */
const hasOthers = (hold: Kept): boolean => {
  const { item, element, writes, ownText } = hold
  const isOther = (now: Value, own: Value) =>
    !isPersonal(hold, now) && !(typeof now === 'string' && isMadeOf(hold, now, own))
  const said = element.textContent ?? ''
  return (
    writes.some(({ node, part, own, ours }) => {
      const now = partOf(part).read(node as AnyNode)
      return (
        !/^(style|parent)/.test(part) &&
        !isSame(now, own) &&
        !isSame(now, ours) &&
        !isMadeOfAddress(part, now, ours) &&
        isOther(now, own)
      )
    }) ||
    // The texts that were written are no longer there.
    (item.type === 'text' && !!said.trim() && said.trim() !== ownText?.trim() && isOther(said, ownText ?? ''))
  )
}
