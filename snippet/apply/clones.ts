import type { Hold } from './hold.ts'
import { type AnyNode, partOf, type Value } from './parts.ts'
import { walk } from './walk.ts'
import { withoutBlanks } from './words.ts'

/** Whether a target says already what it is to say, as clones of a target do. */
const isDone = ({ item: { type, payload, html }, element }: Hold): boolean =>
  type === 'src' || type === 'href'
    ? element.getAttribute(type) === payload
    : withoutBlanks(element.textContent) === withoutBlanks(html ? html.textContent : payload)

/** How far up two elements are alike: a clone is like what it was made from up to where it was put. */
const likeness = (one: Element | null, other: Element | null): number =>
  one && other && one.innerHTML === other.innerHTML ? 1 + likeness(one.parentElement, other.parentElement) : 0

/** All nodes of an element, in order. Of a picture's image the sources are written, too. */
const nodesOf = ({ element }: Hold): Node[] => {
  const nodes: Node[] = []
  walk(element.closest('picture') ?? element, (node) => {
    nodes.push(node)
  })
  return nodes
}

const copyOf = (value: Value): Value =>
  Array.isArray(value) ? value.map((node) => node.cloneNode(true)) : value

/** Has a target that is a clone of another, as it says already what it is to say, give back what that one would. */
export const adoptClone = (clone: Hold, originals: Hold[]): void => {
  const like = ({ element }: Hold) => likeness(element, clone.element)
  const [original] = originals.sort((one, other) => like(other) - like(one))
  if (!original || !isDone(clone)) return
  const from = nodesOf(original)
  const to = nodesOf(clone)
  for (const write of original.writes) {
    const node = to[from.indexOf(write.node)]
    if (!node) continue
    const ours = partOf(write.part).read(node as AnyNode)
    clone.writes.push({ ...write, node, own: copyOf(write.own), ours, wanted: ours })
    if (Array.isArray(ours)) clone.inserted = ours
  }
  clone.ownText = original.ownText
}
