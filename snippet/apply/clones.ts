import type { Hold, Write } from './hold.ts'
import type { Value } from './parts.ts'

/** How far up two elements are alike: a clone is like what it was made from up to where it was put. */
const likeness = (one: Element | null, other: Element | null): number =>
  one && other && one.innerHTML === other.innerHTML ? 1 + likeness(one.parentElement, other.parentElement) : 0

/** Of a picture's image the sources are written, too. */
const rootOf = (element: Element) => element.closest('picture') ?? element

/** Pairs the nodes of an original with those of its clone. */
const pair = (from: Node, to: Node, pairs: Map<Node, Node>): Map<Node, Node> => {
  pairs.set(from, to)
  from.childNodes.forEach((child, at) => {
    const same = to.childNodes[at]
    if (same) pair(child, same, pairs)
  })
  return pairs
}

/** Has a clone of a target, which says already what it is to say, give back what its original would. */
export const adoptClone = (clone: Hold, originals: Hold[]): void => {
  const like = ({ element }: Hold) => likeness(element, clone.element)
  const [original] = originals.sort((one, other) => like(other) - like(one))
  if (!original) return
  const pairs = pair(rootOf(original.element), rootOf(clone.element), new Map())
  const paired = (nodes: Node[]) => nodes.map((node) => pairs.get(node) ?? node.cloneNode(true))
  const same = (value: Value): Value => {
    if (Array.isArray(value)) return paired(value)
    return value instanceof Node ? (pairs.get(value) ?? value) : value
  }
  clone.ownText = original.ownText ?? ''
  if (original.inserted) clone.inserted = paired(original.inserted)
  for (const write of original.writes) {
    const node = pairs.get(write.node)
    const ours = write.part === 'children' ? (clone.inserted ?? []) : same(write.ours)
    const copy: Write = { ...write, node: node ?? write.node, own: same(write.own), ours, wanted: ours }
    if (node) clone.writes.push(copy)
  }
}
