import { isTarget } from '../../wire/targets.ts'
import type { Tools } from './kinds.ts'
import { isElement, isSvg, isText, walk } from './walk.ts'

/** What can be in a text and is not seen: code, and twins for other screens or for screen readers alone. */
const isUnseen = (element: Element): boolean => {
  if (/^(script|style|template|noscript|br|wbr)$/.test(element.localName)) return true
  const { display, position, clip, clipPath } = getComputedStyle(element)
  return display === 'none' || (position === 'absolute' && /rect|inset/.test(clip + clipPath))
}

/**
 * The texts of an element that a visitor sees, and the pictures and icons between them, in order. An element without
 * anything in it is an icon: a style sheet gives it its picture.
 */
export const leavesOf = (element: Element, { isTaken }: Pick<Tools, 'isTaken'>): Node[] => {
  const leaves: Node[] = []
  walk(element, (node) => {
    if (isText(node)) leaves.push(node)
    if (!isElement(node) || node === element) return false
    if (isTaken(node, 'content') || isUnseen(node)) return true
    return (!node.firstChild || !isTarget('text', node.localName, isSvg(node))) && leaves.push(node)
  })
  return leaves
}
