/** What a part of a node has: a text, an attribute's value (`null`: none), a parent, nodes. */
export type Value = string | Node | Node[] | null

/** A part: a node's text, its parent, its children, a property of its style (`style:display`), else an attribute. */
export type PartName = string

/** A node, seen as having all parts: each part is written only where it is. */
export type AnyNode = Text & HTMLElement

/** What is known of a part that was written before. */
interface Known {
  own: Value
  wanted: Value
  ours: Value
}

/** How a part is read and written. */
interface Part {
  read(node: AnyNode, known?: Known): Value
  write(node: AnyNode, value: Value): void
}

const text: Part = {
  read: (node) => node.data,
  write: (node, value) => {
    node.data = value as string
  },
}

const parent: Part = {
  read: (node) => node.parentNode,
  write: (node, value) => (value ? (value as Node).appendChild(node) : node.remove()),
}

/** What the page adds beside Motif's nodes it adds to its own; where those are gone, it has put its own instead. */
const children: Part = {
  read(node, known) {
    const nodes: Node[] = [...node.childNodes]
    const { ours, own } = (known ?? { ours: [], own: [] }) as { ours: Node[]; own: Node[] }
    const others = nodes.filter((child) => !ours.includes(child))
    if (others.length === nodes.length) return nodes
    return nodes.length === ours.length && !others[0] ? ours : [...own, ...others]
  },
  write: (node, nodes) => node.replaceChildren(...(nodes as Node[])),
}

const parts = new Map<PartName, Part>([
  ['text', text],
  ['parent', parent],
  ['children', children],
])

const important = ' !important'

/** By the style object, because a strict `style-src` forbids the attribute. */
const styleOf = (property: string): Part => ({
  read: ({ style }) =>
    style.getPropertyValue(property) + (style.getPropertyPriority(property) ? important : ''),
  write(node, value) {
    const [text = '', priority] = (value as string).split(' !')
    node.style.setProperty(property, text, priority)
    if (!node.getAttribute('style')) node.removeAttribute('style')
  },
})

const attribute = (name: string): Part => ({
  read: (node) => node.getAttribute(name),
  write: (node, value) =>
    value === null ? node.removeAttribute(name) : node.setAttribute(name, value as string),
})

/** How the part of this name is read and written. */
export const partOf = (name: PartName): Part => {
  const [, property] = name.split('style:')
  return parts.get(name) ?? (property ? styleOf(property) : attribute(name))
}
