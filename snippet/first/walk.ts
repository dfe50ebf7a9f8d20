import { readOwn } from '../own.ts'

/** Reads a link of the tree where it may belong to a form, whose fields hide properties by their names. */
const readLink = (node: Node, name: 'parentNode' | 'firstChild' | 'nextSibling') =>
  readOwn(node, name) as Node | null

/** A node's parent. */
export const parentOf = (node: Node): Node | null => readLink(node, 'parentNode')

/** The node behind a node, in the same parent. */
export const nextOf = (node: Node): Node | null => readLink(node, 'nextSibling')

/** Visits a node and its descendants, in document order. If `visit` returns true, the descendants of that node are skipped. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node)) return
  for (let child: Node | null = readLink(node, 'firstChild'); child; ) {
    const next: Node | null = nextOf(child)
    walk(child, visit)
    child = next
  }
}

/** Whether an element matches a CSS selector, which has to be valid. */
export const isMatch = (element: Element, css: string): boolean =>
  Element.prototype.matches.call(element, css)

/** Whether a node is an element. */
export const isElement = (node: Node): node is HTMLElement => node.nodeType === 1

/** Whether a node is a text. */
export const isText = (node: Node): node is Text => node.nodeType === 3

/** Whether an element is an SVG element. */
export const isSvg = (element: Element): boolean => 'ownerSVGElement' in element
