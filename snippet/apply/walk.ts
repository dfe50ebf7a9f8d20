/** Visits a node and all nodes in it, but for what is in those where `visit` answers true. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node)) return
  for (let child = node.firstChild; child; ) {
    const next: ChildNode | null = child.nextSibling
    walk(child, visit)
    child = next
  }
}
