import { quietly } from '../life.ts'
import { nextOf, parentOf } from './walk.ts'

/** The value of a part: a text, an attribute's value (`null`: none), a parent, child nodes. */
export type Value = string | Node | Node[] | null

/** A part: `text`, `parent`, `children`, a property of the style (`style:display`), else the name of an attribute. */
export type PartName = string

/** A node as if it had all parts. A part is used only on nodes that have it. */
export type AnyNode = Text & HTMLElement

/** Reads and writes a part. */
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

const attribute = (name: string): Part => ({
  read: (node) => node.getAttribute(name),
  write: (node, value) =>
    value === null ? node.removeAttribute(name) : node.setAttribute(name, value as string),
})

/**
 * A video or audio reads addresses again only when `load` is called: after one of its sources has another one, or when its own
 * `src` is gone. That `load` may be a function of the page's. A frame that gets another address in the page adds an entry to the visitor's
 * history, and *Back* would go back in the frame first. So it is taken out for a moment.
 */
const src: Part = {
  read: attribute('src').read,
  write(node, value) {
    const parent = node.localName === 'iframe' && parentOf(node)
    const next = nextOf(node)
    if (parent) parent.removeChild(node)
    attribute('src').write(node, value)
    if (parent) parent.insertBefore(node, next)
    const media = node.localName === 'source' ? node.parentElement : value === null && node
    quietly(() => (media as HTMLMediaElement | null)?.load?.())
  },
}

/** Not a `Map`, which may be the page's own: nothing here may throw while the file is read. */
const parts = { __proto__: null, text, parent, children, src } as unknown as Record<
  PartName,
  Part | undefined
>

const important = ' !important'

/** Uses the style object, because a strict `style-src` forbids the attribute. */
const styleOf = (property: string): Part => ({
  read: ({ style }) =>
    style.getPropertyValue(property) + (style.getPropertyPriority(property) ? important : ''),
  write(node, value) {
    const [text = '', priority] = (value as string).split(' !')
    node.style.setProperty(property, text, priority)
    if (!node.getAttribute('style')) node.removeAttribute('style')
  },
})

/** The part of this name. */
export const partOf = (name: PartName): Part => {
  const known = parts[name]
  if (known) return known
  const [, property] = name.split('style:')
  return property ? styleOf(property) : attribute(name)
}
