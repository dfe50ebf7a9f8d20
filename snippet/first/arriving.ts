import { slots } from '../../wire/targets.ts'
import type { Item } from './item.ts'
import { isOpen, isParsing, mayBeOpen } from './parsing.ts'
import { parentOf } from './walk.ts'

/** What of a selector may stop being true when more of the page comes: being the last one, or having nothing, or not that. */
const soFar = /:(?:nth-last-|last-|only-|empty|not\([^)]*:has)/

/** Whether the parser may still add to what an item changes: a text, HTML, or the picture of a source, whose `<img>` comes last. */
const isGrowing = ({ type }: Item, element: Element): boolean =>
  (slots[type] === 'content' && isOpen(element)) ||
  (type === 'src' && element.localName === 'source' && isOpen(element.parentElement))

/**
 * Whether a selector stands for an element now, but may not when more of the page has come. If the selector asks such a thing of
 * the element itself, the parser has to leave its parent first; if it asks that of an element around it, the whole page has to come.
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
