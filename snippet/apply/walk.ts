/** Follows a link of the tree. Of a form the node's own property may be a field of that name. */
const follow = <Name extends 'parentNode' | 'firstChild' | 'nextSibling'>(
  node: Node,
  name: Name,
): Node[Name] => Reflect.get(Node.prototype, name, node)

/** Where a node is. */
export const parentOf = (node: Node): Node | null => follow(node, 'parentNode')

/** Visits a node and all nodes in it, but for what is in those where `visit` answers true. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node)) return
  for (let child: Node | null = follow(node, 'firstChild'); child; ) {
    const next: Node | null = follow(child, 'nextSibling')
    walk(child, visit)
    child = next
  }
}

/** Whether an element matches a selector as CSS, which has to be a valid one. */
export const isMatch = (element: Element, css: string): boolean =>
  Element.prototype.matches.call(element, css)

/** Whether a node is an element. */
export const isElement = (node: Node): node is HTMLElement => node.nodeType === 1

/** Whether a node is a text. */
export const isText = (node: Node): node is Text => node.nodeType === 3

/** Whether an element is a part of an SVG. */
export const isSvg = (element: Element): boolean => 'ownerSVGElement' in element
