/** What a part of a node has: a text, an attribute's value (`null`: none), a parent, nodes. */
export type Value = string | Node | Node[] | null

/** A part: a node's text, its parent, its children, a property of its style (`style:display`), else an attribute. */
export type PartName = string

/** A node, seen as having all parts: each part is written only where it is. */
export type AnyNode = Text & HTMLElement

/** How a part is read and written. */
interface Part {
  read(node: AnyNode): Value
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

const children: Part = {
  read: (node) => [...node.childNodes],
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
  const known = parts.get(name)
  if (known) return known
  const [, property] = name.split('style:')
  return property ? styleOf(property) : attribute(name)
}

/** Whether two values are the same; of nodes, whether these are the same ones in the same order. */
export const isSame = (one: Value, other: Value): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((node, at) => node === other[at]))

/**
 * What of a part is the page's: what it had before, unless it has written there since. What it put beside Motif's nodes
 * is beside its own; where those are gone, it has put its own instead.
 */
export const pagesOf = (now: Value, { own, ours }: { own: Value; ours: Value }): Value => {
  if (!Array.isArray(now)) return now === ours ? own : now
  const isOurs = (node: Node) => (ours as Node[]).includes(node)
  const at = now.findIndex(isOurs)
  const others = now.filter((node) => !isOurs(node))
  return at < 0 ? now : [...others.slice(0, at), ...(own as Node[]), ...others.slice(at)]
}
