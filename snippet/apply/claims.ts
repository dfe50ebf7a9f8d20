import type { ContentType } from '../../wire/record.ts'
import { holdAttribute } from './attribute.ts'
import { holdHtml } from './html.ts'
import type { Item } from './item.ts'
import { holdSource } from './source.ts'
import { holdText } from './text.ts'

/** The two halves of holding a part of the page. */
export interface Hold {
  /** Makes the part as it is to be. Answers whether it was not so. */
  write_: () => boolean
  /** Gives back what the page itself last set; what it has set since stays. */
  revert_: () => void
}

/** What an item holds of an element. */
export interface Claim extends Hold {
  item_: Item
  /** An attribute, or the content, which `text` and `html` share: of two items on one the later has it. */
  slot_: string
}

/** By each element, what is held of it. Elements that leave the document leave this map, so it keeps none alive. */
const claims = new Map<Node, Claim[]>()

const slots: Record<ContentType, string> = { text: '', html: '', src: 'src', href: 'href' }

const holds: Record<ContentType, (element: Element, item: Item) => Hold> = {
  text: (element, item) => holdText(element, item.payload_),
  html: (element, item) => holdHtml(element, item.html_ as Node),
  src: (element, item) => holdSource(element, item.payload_),
  href: (element, item) => holdAttribute(element, 'href', item.payload_),
}

/** What is held of a node. */
export const claimsOn = (node: Node): Claim[] => claims.get(node) ?? []

/** Gives the part of the element that the item is for to the item. Answers false where it had it already. */
export const take = (element: Element, item: Item): boolean => {
  const slot_ = slots[item.type_]
  const held = claimsOn(element)
  const rival = held.find((claim) => claim.slot_ === slot_)
  if (rival?.item_ === item) return false
  if (rival && rival.item_.index_ > item.index_) return true
  rival?.revert_()
  const claim: Claim = { item_: item, slot_, ...holds[item.type_](element, item) }
  claims.set(element, [...held.filter((other) => other !== rival), claim])
  claim.write_()
  return true
}

/** Gives back what is held of a node that is no longer in the document, and answers whose it was. */
export const release = (node: Node): Item[] => {
  const held = claimsOn(node)
  claims.delete(node)
  return held.map((claim) => {
    claim.revert_()
    return claim.item_
  })
}

/** Gives everything back. */
export const releaseAll = (): void => {
  for (const node of claims.keys()) release(node)
}
