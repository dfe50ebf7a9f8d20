import type { Item } from './item.ts'
import { isOpen, isParsing } from './parsing.ts'
import { parentOf } from './walk.ts'

/** Where a selector asks for an element's place from the end. */
const fromEnd = /:(?:nth-last|last|only)-/

/** Whether the parser may still add to what an item changes: a text, or the picture of a source, whose `<img>` comes last. */
const isGrowing = ({ type }: Item, element: Element): boolean =>
  (type === 'text' && isOpen(element)) ||
  (type === 'src' && element.localName === 'source' && isOpen(element.parentElement))

/**
 * Whether the parser may still put something behind an element that is the last one so far, as its selector wants: into its
 * parent, or anywhere, if that is said of elements around it.
 */
export const isLastSoFar = ({ selector }: Item, element: Element): boolean => {
  const [, own, others] = isParsing() ? selector.split(fromEnd) : []
  if (own === undefined) return false
  const isOfItself = others === undefined && !/[ >+~,]/.test(own)
  return isOpen((isOfItself ? parentOf(element) : document.body) as Element)
}

/** Whether an element has not arrived yet, or may turn out to be no target of an item when more of the page has. */
export const isArriving = (item: Item, element: Element): boolean =>
  isGrowing(item, element) || isLastSoFar(item, element)
