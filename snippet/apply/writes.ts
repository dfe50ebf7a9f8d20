import type { Item } from './item.ts'

/** What a part of a node has: a text, an attribute's value (`null`: none), a parent, nodes. */
type Value = string | Node | Node[] | null

/** What an item wrote in a part, over what the page last had there. */
type Write = [pages: Value, ours: Value, item?: Item]

/** A node, seen as having all parts: each part is written only where it is. */
type AnyNode = Text & HTMLElement

/** How a part is read and written. */
type Part = [get: (node: AnyNode, before?: Write) => Value, set: (node: AnyNode, value: Value) => void]

/** By each node, its parts that are written. What leaves the document leaves this map, so it keeps none alive. */
const writes = new Map<Node, Record<string, Write>>()

/** Items that the page wrote over. */
export const fought = new Set<Item>()

/** The parts that are no attributes. */
const parts: Record<string, Part> = {
  text: [
    (node) => node.data,
    (node, text) => {
      node.data = text as string
    },
  ],
  parent: [
    (node) => node.parentNode,
    (node, parent) => (parent ? (parent as Node).appendChild(node) : node.remove()),
  ],
  // By the style object, because a strict `style-src` forbids the attribute.
  display: [
    (node) => node.style.display,
    (node, value) => node.style.setProperty('display', value as string, 'important'),
  ],
  // What the page adds beside Motif's nodes it adds to its own; where those are gone, it has put its own instead.
  children: [
    (node, before = [[], []]) => {
      const [pages, ours] = before as [Node[], Node[]]
      const nodes: Node[] = [...node.childNodes]
      const others = nodes.filter((child) => !ours.includes(child))
      const left = nodes.length - others.length
      return !left ? nodes : left < ours.length || others[0] ? [...pages, ...others] : ours
    },
    (node, nodes) => node.replaceChildren(...(nodes as Node[])),
  ],
}

const partOf = (name: string): Part =>
  parts[name] ?? [
    (node) => node.getAttribute(name),
    (node, value) => (value === null ? node.removeAttribute(name) : node.setAttribute(name, value as string)),
  ]

/** Makes a part of a node be the value. Answers whether it was not. */
export const put = (item: Item, node: Node, name: string, value: Value): boolean => {
  const [get, set] = partOf(name)
  const written = writes.get(node) ?? {}
  const before = written[name]
  const now = get(node as AnyNode, before)
  const isOver = before && before[1] !== now
  if (now === value) return false
  if (isOver) fought.add(item)
  written[name] = [before && !isOver ? before[0] : now, value, item]
  writes.set(node, written)
  set(node as AnyNode, value)
  return true
}

/** Gives back, in all parts of a node, what the page last had there. What the page wrote since stays. */
export const giveBack = (node: Node): void => {
  const written = writes.get(node)
  for (const name in written) {
    const write = written[name] as Required<Write>
    const [get, set] = partOf(name)
    if (get(node as AnyNode, write) === write[1]) set(node as AnyNode, write[0])
    fought.add(write[2])
  }
  writes.delete(node)
}

/** Forgets what was written in a part of a node. Answers what the page had there. */
export const forget = (node: Node, name: string): Value | undefined => {
  const written = writes.get(node)
  const pages = written?.[name]?.[0]
  delete written?.[name]
  return pages
}

/** Gives everything back. */
export const giveAllBack = (): void => {
  for (const node of writes.keys()) giveBack(node)
}
