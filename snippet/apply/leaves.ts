import { isTarget } from '../../wire/targets.ts'
import type { Tools } from './kinds.ts'
import { isElement, isSvg, isText, walk } from './walk.ts'

/** Whether an element inside a text is not visible: code, or a copy for other screens or for screen readers. */
const isUnseen = (element: Element): boolean => {
  if (/^(script|style|template|noscript|br|wbr)$/.test(element.localName)) return true
  const { display, position, clip, clipPath } = getComputedStyle(element)
  return display === 'none' || (position === 'absolute' && /rect|inset/.test(clip + clipPath))
}

/**
 * The visible texts of an element, and the pictures and icons between them, in order. An empty element is taken for an
 * icon, which a style sheet draws.
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
