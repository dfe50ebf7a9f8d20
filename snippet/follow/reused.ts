import { isMadeOfAddress } from '../first/address.ts'
import { type Write, withOwn } from '../first/hold.ts'
import { type AnyNode, partOf, type Value } from '../first/parts.ts'
import { isWithin } from '../own.ts'
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
  const { item, element, writes, ownText = '' } = hold
  const isWritten = ({ node, part, own, ours }: Write) => {
    const now = partOf(part).read(node as AnyNode)
    return (
      !/^(style|parent)/.test(part) && !isMadeOfAddress(part, now, ours) && isOther(hold, now, { own, ours })
    )
  }
  const areWordsGone = () =>
    writes.every(({ node, part, ours }) => part !== 'text' || !ours || !isWithin(element, node))
  const said = `${element.textContent}`.trim()
  const texts = { own: ownText.trim(), ours: item.payload }
  return (
    writes.some(isWritten) || (item.type === 'text' && !!said && areWordsGone() && isOther(hold, said, texts))
  )
}

/** Whether a value is none of these, and not made of Motif's. */
const isOther = (hold: Kept, now: Value, { own, ours }: Pick<Write, 'own' | 'ours'>): boolean => {
  if (isSame(now, own) || isSame(now, ours) || isPersonal(hold, now)) return false
  if (Array.isArray(now)) return !now.some((node) => (ours as Node[]).includes(node))
  return (
    typeof now !== 'string' ||
    (!isMadeOf(hold, now, own) && withOwn(now, `${ours}`, `${own ?? ''}`) === undefined)
  )
}
