import { quietly } from '../page.ts'
import type { Target, Value } from './item.ts'

/** A part of a node: `data` of a text, `parent`, `children`, a property of the style (`style:display`), else an attribute. */
export type NodePart = string

/** Something that an item has written into the page. */
interface Write {
  target: Target
  node: Node
  part: NodePart
  /** What the page itself last had there. */
  original: Value
  /** What the item wants there. */
  value: Value
  /** What was there when the item was last content: the value as the browser gives it back, or what the page has made of it. */
  current: Value
  /** The pass that has last wanted it. */
  pass: number
}

/** All that is written into the page. */
export interface Writes {
  /** Begins a pass: what it does not put or keep is given back by `giveBackRest`. Returns its number. */
  beginPass(): number
  /**
   * Gives a part of a node a value, unless a later item has put one in this pass. What the page had there is the original, and what
   * the page has set meanwhile is the original from then on. A part that has the value before it is first put is a copy of another
   * target and gets that one's original; without one the page says it by itself, and it is left alone.
   *
   * @returns whether it was written
   */
  put(target: Target, node: Node, part: NodePart, value: Value): boolean
  /** Leaves everything of a target as the page has made it. */
  keep(target: Target): void
  /** What is written there, if something is. */
  find(node: Node, part: NodePart): Readonly<Write> | undefined
  /** What the page itself has there. */
  originalOf(node: Node, part: NodePart): Value
  /** Gives back what was not wanted in this pass, the last first. Returns its targets. */
  giveBackRest(): Set<Target>
  /** Notes what the edge has written there for a target: what is there. */
  adopt(target: Target, node: Node, part: NodePart, original: Value): Write
}

export function createWrites(): Writes {
  const all = new Set<Write>()
  const byNode = new WeakMap<Node, Record<NodePart, Write | undefined>>()
  let pass = 0

  const find = (node: Node, part: NodePart) => byNode.get(node)?.[part]

  function add(target: Target, node: Node, part: NodePart, original: Value): Write {
    const current = read(node, part)
    const write: Write = { target, node, part, original, value: current, current, pass }
    all.add(write)
    byNode.set(node, { ...byNode.get(node), [part]: write })
    return write
  }

  function put(target: Target, node: Node, part: NodePart, value: Value): boolean {
    const known = find(node, part)
    if (known?.pass === pass && known.target !== target) return false
    const now = read(node, part)
    const { originals } = target.item
    const nth = part + target.puts++
    const original = known || !isSame(now, value) ? now : copyOf(originals[nth])
    if (original === undefined) return false
    if (!(nth in originals)) originals[nth] = original
    const write = known ?? add(target, node, part, original)
    const isLeft = isSame(now, write.current)
    if (!isLeft)
      write.original = Array.isArray(now) ? now.filter((child) => !target.made?.includes(child)) : now
    const isContent = isSame(now, value) || (isLeft && known && isSame(value, write.value))
    Object.assign(write, { target, pass, value })
    if (isContent) return false
    set(node, part, value, 'important')
    write.current = read(node, part)
    target.isWritten = true
    return true
  }

  function giveBackRest(): Set<Target> {
    const targets = new Set<Target>()
    for (const write of [...all].reverse()) {
      const { node, part, target } = write
      if (write.pass === pass) continue
      all.delete(write)
      byNode.set(node, { ...byNode.get(node), [part]: undefined })
      giveBack(write)
      targets.add(target)
    }
    return targets
  }

  return {
    beginPass: () => ++pass,
    put,
    keep(target) {
      for (const write of all)
        if (write.target === target) Object.assign(write, { pass, current: read(write.node, write.part) })
    },
    find,
    originalOf(node, part) {
      const now = read(node, part)
      const known = find(node, part)
      return known && isSame(now, known.current) ? known.original : now
    },
    giveBackRest,
    adopt: add,
  }
}

/** Gives a part back, if it still has what the item was content with. */
function giveBack({ node, part, original, current }: Write): void {
  if (isSame(read(node, part), current)) set(node, part, original)
}

/** The original of another target, for a copy of it: nodes can be in one place only. */
function copyOf(original: Value | undefined): Value | undefined {
  return Array.isArray(original) ? original.map((node) => node.cloneNode(true)) : original
}

/** A node as if it had all parts. A part is used only on nodes that have it. */
type AnyNode = Text & HTMLElement

/** Reads a part of a node. */
function read(node: Node, part: NodePart): Value {
  const { data, parentNode, childNodes, style } = node as AnyNode
  if (part === 'data') return data
  if (part === 'parent') return parentNode
  if (part === 'children') return [...childNodes]
  const [, property] = part.split('style:')
  return property ? style.getPropertyValue(property) : (node as AnyNode).getAttribute(part)
}

/** Gives a part of a node a value. Only a style can be important. */
function set(node: Node, part: NodePart, value: Value, priority?: 'important'): void {
  const element = node as AnyNode
  const [, property] = part.split('style:')
  if (part === 'data') element.data = value as string
  else if (part === 'parent') value ? (value as Node).appendChild(node) : element.remove()
  else if (part === 'children') element.replaceChildren(...(value as Node[]))
  else if (property) {
    // By the style object, because a strict `style-src` forbids the attribute.
    element.style.setProperty(property, value as string, priority)
    if (!element.getAttribute('style')) element.removeAttribute('style')
  } else if (part === 'src') writeSource(element, value as string | null)
  else setAttribute(element, part, value as string | null)
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/**
 * A frame that gets another address in the page adds an entry to the visitor's history, and *Back* would go back in the frame
 * first: so it is taken out for a moment. A video or audio reads its sources again only when `load` is called.
 */
function writeSource(element: HTMLElement, address: string | null): void {
  const { parentNode, nextSibling, localName } = element
  const isFrame = localName === 'iframe'
  if (isFrame) element.remove()
  setAttribute(element, 'src', address)
  if (isFrame) parentNode?.insertBefore(element, nextSibling)
  if (localName === 'source') quietly(() => (parentNode as Partial<HTMLMediaElement> | null)?.load?.())
}

/** Whether two values of a part are the same. */
function isSame(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((node, at) => node === other[at])
}
