import { slots } from '../../wire/targets.ts'
import type { Item } from './item.ts'
import { isOpen, isParsing, mayBeOpen } from './parsing.ts'
import { parentOf } from './walk.ts'

/** Where a selector asks for a place from the end, or for what an element has not: more of the page may change that. */
const soFar = /:(?:nth-last-|last-|only-|empty|not\(.*:has)/

/** Whether the parser may still add to what an item changes: a content, or the picture of a source, whose `<img>` comes last. */
const isGrowing = ({ type }: Item, element: Element): boolean =>
  (slots[type] === 'content' && isOpen(element)) ||
  (type === 'src' && element.localName === 'source' && isOpen(element.parentElement))

/**
 * Whether a selector may stand for an element only so far, because the parser may still put something behind it: into its parent,
 * or anywhere, if the selector asks that of elements around it.
 */
export const isTargetSoFar = ({ selector }: Pick<Item, 'selector'>, element: Element): boolean => {
  const [, own, others] = isParsing() ? selector.split(soFar) : []
  if (own === undefined) return false
  const isOfItself = others === undefined && !/[ >+~,]/.test(own)
  return mayBeOpen((isOfItself ? parentOf(element) : document.body) as Element)
}

/** Whether an element has not arrived yet, or may turn out to be no target of an item when more of the page has. */
export const isArriving = (item: Item, element: Element): boolean =>
  isGrowing(item, element) || isTargetSoFar(item, element)
