import type { Item } from './item.ts'
import type { Tools } from './kinds.ts'
import type { Write } from './writes.ts'

/** How far up two elements are alike: a clone is like what it was made from up to where it was put. */
const likeness = (one: Element | null, other: Element | null): number =>
  one && other && one.innerHTML === other.innerHTML
    ? 1 + likeness(one.parentElement, other.parentElement)
    : 0

/** Of a picture's image the sources are written, too. */
const rootOf = (element: Element) => element.closest('picture') ?? element

/** Has a clone of a target, which says already what it is to say, give back what its original would. */
export const adoptClone = (item: Item, clone: Element, targets: Element[], tools: Tools): void => {
  const [original] = targets.sort((one, other) => likeness(other, clone) - likeness(one, clone))
  if (!original) return
  const copy = (from: Node, to: Node) => {
    for (const [name, write] of tools.writes.of(from) ?? [])
      if (write.item === item) tools.writes.note(to, name, copyOf(write, to))
    from.childNodes.forEach((child, at) => {
      const same = to.childNodes[at]
      if (same) copy(child, same)
    })
  }
  copy(rootOf(original), rootOf(clone))
  const ownText = tools.ownTexts.get(original)
  if (ownText !== undefined) tools.ownTexts.set(clone, ownText)
  if (item.html) tools.inserted.set(clone, { item, nodes: [...clone.childNodes].slice(-item.html.childNodes.length) })
}

/** Nodes are cloned, or are the clone's own. */
const copyOf = (write: Write, to: Node): Write => {
  if (write.ours instanceof Node) return { ...write, wanted: to.parentNode, ours: to.parentNode }
  if (!Array.isArray(write.ours)) return write
  const nodes = [...to.childNodes]
  return { ...write, own: (write.own as Node[]).map((node) => node.cloneNode(true)), wanted: nodes, ours: nodes }
}
