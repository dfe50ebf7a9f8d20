import type { Hold } from './hold.ts'
import { type AnyNode, partOf, type Value } from './parts.ts'
import { walk } from './walk.ts'
import { withoutBlanks } from './words.ts'

/** Whether a target says already what it is to say, as clones of a target do. */
const isDone = ({ item: { type, payload, html }, element }: Hold): boolean => {
  if (element.getAttribute(type === 'text' ? 'placeholder' : type) === payload) return true
  if (type === 'src') return hasPersonalBackground(element, payload)
  return withoutBlanks(element.textContent).includes(withoutBlanks(html ? html.textContent : payload))
}

const hasPersonalBackground = ({ style }: HTMLElement, payload: string) =>
  style.getPropertyPriority('background-image') === 'important' &&
  style.backgroundImage.includes(new URL(payload, document.baseURI).pathname)

const tagOf = (element: Element) => (element.cloneNode() as Element).outerHTML

/** A tag tells more than a text: of a target that has left the text is the page's own again. */
const tagWeight = 10

/** How alike the elements around two targets are, up to where their tags differ. */
const likeness = (one: Element | null, other: Element | null): number =>
  one && other && tagOf(one) === tagOf(other)
    ? tagWeight +
      Number(one.textContent === other.textContent) +
      likeness(one.parentElement, other.parentElement)
    : 0

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
export const adoptClone = (clone: Hold, originals: () => Hold[]): void => {
  if (!isDone(clone)) return
  const like = ({ element }: Hold) => likeness(element.parentElement, clone.element.parentElement)
  // Where nothing tells them apart, slides are cloned in their order.
  const [original] = originals().sort(
    (one, other) => like(other) - like(one) || (one.clones ?? 0) - (other.clones ?? 0),
  )
  if (!original) return
  original.clones = (original.clones ?? 0) + 1
  const from = nodesOf(original)
  const to = nodesOf(clone)
  for (const write of original.writes) {
    const node = to[from.indexOf(write.node)]
    if (!node) continue
    const ours = partOf(write.part).read(node as AnyNode)
    clone.writes.push({ ...write, node, own: copyOf(write.own), ours, wanted: ours, place: undefined })
    if (Array.isArray(ours)) clone.inserted = ours
  }
  clone.ownText = original.ownText
}
