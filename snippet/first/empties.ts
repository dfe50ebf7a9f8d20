import type { Hold } from './hold.ts'
import type { Tools } from './kinds/kind.ts'
import type { Leaves } from './leaves.ts'
import { isMatch, parentOf } from './walk.ts'

/** Elements that show, or take the focus, although nothing is left in them. */
const boxes =
  'a,button,label,summary,ul,ol,dl,li,dt,dd,menu,table,caption,thead,tbody,tfoot,tr,td,th,[role=button],[role=link]'

/**
 * Hides the links, buttons, lists and tables that were left empty when their words went, and the line breaks between two
 * such words that have no other item's element between them. They are not removed: a framework, or a script of the page, may hold on to them.
 *
 * @param words the texts that had words, in their order
 */
export const hideEmpties = (
  hold: Hold,
  words: Text[],
  { texts, icons, others, breaks }: Leaves,
  { put }: Pick<Tools, 'put'>,
): void => {
  const isEmpty = (element: Element) =>
    ![...icons, ...others].some((one) => element.contains(one)) &&
    !texts.some((text) => text.data.trim() && element.contains(text))
  const hide = (element: Element) => put(hold, element, 'style:display', 'none !important')
  for (const text of words)
    for (
      let node = parentOf(text);
      node && node !== hold.element && isEmpty(node as Element);
      node = parentOf(node)
    )
      if (isMatch(node as Element, boxes)) hide(node as Element)
  const isDivided = (from: Node, to: Node) => others.some((one) => isBetween(from, one, to))
  words.reduce((from, to) => {
    if (!isDivided(from, to)) for (const one of breaks) if (isBetween(from, one, to)) hide(one)
    return to
  })
}

const isBetween = (before: Node, node: Node, after: Node) =>
  !!(before.compareDocumentPosition(node) & following && node.compareDocumentPosition(after) & following)

/** `Node.DOCUMENT_POSITION_FOLLOWING`, which a page's own `Node` does not have. */
const following = 4
