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

const parts = new Map<PartName, Part>(
  Object.entries<Part>({
    text: {
      read: (node) => node.data,
      write: (node, text) => {
        node.data = text as string
      },
    },
    parent: {
      read: (node) => node.parentNode,
      write: (node, parent) => (parent ? (parent as Node).appendChild(node) : node.remove()),
    },
    // What the page adds beside Motif's nodes it adds to its own; where those are gone, it has put its own instead.
    children: {
      read(node, known) {
        const ours = (known?.ours ?? []) as Node[]
        const nodes: Node[] = [...node.childNodes]
        const others = nodes.filter((child) => !ours.includes(child))
        const left = nodes.length - others.length
        if (!left) return nodes
        return left < ours.length || others[0] ? [...(known?.own as Node[]), ...others] : ours
      },
      write: (node, nodes) => node.replaceChildren(...(nodes as Node[])),
    },
  }),
)

const important = ' !important'

/** By the style object, because a strict `style-src` forbids the attribute. */
const styleOf = (property: string): Part => ({
  read: ({ style }) =>
    style.getPropertyValue(property) + (style.getPropertyPriority(property) ? important : ''),
  write(node, value) {
    const text = value as string
    node.style.setProperty(property, text.replace(important, ''), text.includes(important) ? 'important' : '')
    if (!node.getAttribute('style')) node.removeAttribute('style')
  },
})

const attribute = (name: string): Part => ({
  read: (node) => node.getAttribute(name),
  write: (node, value) =>
    value === null ? node.removeAttribute(name) : node.setAttribute(name, value as string),
})

/** How the part of this name is read and written. */
export const partOf = (name: PartName): Part =>
  parts.get(name) ?? (name.startsWith('style:') ? styleOf(name.slice(6)) : attribute(name))
