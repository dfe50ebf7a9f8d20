/** What a part of a node has: a text, an attribute's value (`null`: none), a parent, nodes. */
type Value = string | Node | Node[] | null

/** What Motif wrote in a part, over what the page last had there. */
type Write = [pages: Value, ours: Value]

/** A node, seen as having all parts: each part is written only where it is. */
type AnyNode = Text & HTMLElement

/** By each node, its parts that Motif has written. What leaves the document leaves this map, so it keeps none alive. */
const writes = new Map<Node, Record<string, Write>>()

/** What the page adds beside Motif's nodes it adds to its own; where those are gone, it has put its own instead. */
const readChildren = (node: Node): Node[] => {
  const [pages, ours] = (writes.get(node)?.children ?? [[], []]) as [Node[], Node[]]
  const nodes: Node[] = [...node.childNodes]
  const others = nodes.filter((child) => !ours.includes(child))
  const left = nodes.length - others.length
  return !left ? nodes : left < ours.length || others[0] ? [...pages, ...others] : ours
}

/** How the parts that are no attributes are read and written. */
const parts: Record<string, [(node: AnyNode) => Value, (node: AnyNode, value: never) => void] | undefined> = {
  text: [
    (node) => node.data,
    (node, text) => {
      node.data = text
    },
  ],
  parent: [
    (node) => node.parentNode,
    (node, parent: Node | null) => (parent ? parent.appendChild(node) : node.remove()),
  ],
  // By the style object, because a strict `style-src` forbids the attribute.
  display: [
    (node) => node.style.display,
    (node, value) => node.style.setProperty('display', value, 'important'),
  ],
  children: [readChildren, (node, nodes: Node[]) => node.replaceChildren(...nodes)],
}

const read = (node: AnyNode, part: string): Value =>
  parts[part] ? parts[part][0](node) : node.getAttribute(part)

const write = (node: AnyNode, part: string, value: Value): void => {
  if (parts[part]) parts[part][1](node, value as never)
  else if (value === null) node.removeAttribute(part)
  else node.setAttribute(part, value as string)
}

/** Makes a part of a node be the value. Answers whether it was not, because it is new or the page wrote over it. */
export const put = (node: Node, part: string, value: Value): boolean => {
  const now = read(node as AnyNode, part)
  if (now === value) return false
  const written = writes.get(node) ?? {}
  const before = written[part]
  written[part] = [before && before[1] === now ? before[0] : now, value]
  writes.set(node, written)
  write(node as AnyNode, part, value)
  return true
}

/** Gives back, in all parts of a node, what the page last had there. What the page wrote since stays. */
export const giveBack = (node: Node): void => {
  const written = writes.get(node)
  for (const part in written) {
    const [pages, ours] = written[part] as Write
    if (read(node as AnyNode, part) === ours) write(node as AnyNode, part, pages)
  }
  writes.delete(node)
}

/** Gives everything back. */
export const giveAllBack = (): void => {
  for (const node of writes.keys()) giveBack(node)
}

/** What Motif has written in a part of a node. */
export const oursIn = (node: Node, part: string): Value | undefined => writes.get(node)?.[part]?.[1]
