/** Visits a node and all nodes in it, but for what is in those where `visit` answers true. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (!visit(node)) for (const child of [...node.childNodes]) walk(child, visit)
}
