/** Where a node is. Of a form `parentNode` may be a field of that name. */
export const parentOf = (node: Node): Node | null => Reflect.get(Node.prototype, 'parentNode', node)

/** Visits a node and all nodes in it, but for what is in those where `visit` answers true. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node)) return
  for (let child = Reflect.get(Node.prototype, 'firstChild', node) as ChildNode | null; child; ) {
    const next: ChildNode | null = Reflect.get(Node.prototype, 'nextSibling', child)
    walk(child, visit)
    child = next
  }
}

/** Whether a node is an element. */
export const isElement = (node: Node): node is HTMLElement => node.nodeType === 1

/** Whether a node is a text. */
export const isText = (node: Node): node is Text => node.nodeType === 3

/** Whether an element is a part of an SVG. */
export const isSvg = (element: Element): boolean => /svg$/.test(`${element.namespaceURI}`)
