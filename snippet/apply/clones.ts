import { cloneWrite, type Hold, type Write } from './hold.ts'
import { walk } from './walk.ts'
import { withoutBlanks } from './words.ts'

/** A target as it was when it may have been cloned. */
export interface Original {
  hold: Hold
  writes: Write[]
  /** What a clone of it has, too, in order. Of a picture's image the sources are written, too. */
  nodes: Node[]
  /** What tells it, and the elements around it, from others. */
  signs: string[]
  /** Where the uppermost of those elements stands. */
  place: Element | null
}

/** Gives those that a clone may be one of, with so many elements from each upwards. */
export type Originals = (levels: number) => Original[]

/** Looks at a target that may be cloned, or be a clone, and at so many elements from it upwards. */
export const originalOf = (hold: Hold, levels: number): Original => {
  const nodes = nodesIn(hold.element.closest('picture') ?? hold.element)
  const signs = [`${nodes.length}`, ...nodes.map(({ nodeName }, at) => `${at}${nodeName}`)]
  let element: Element | null = hold.element
  let inside: Element | undefined
  for (let level = 0; element && level < levels; level++) {
    const attributes = Array.from(element.attributes, ({ name, value }) => `${level} ${name}=${value}`)
    signs.push(
      `${level} ${element.localName} ${element.textContent}`,
      `${level} ${[...element.children].indexOf(inside as Element)}`,
      ...attributes,
    )
    inside = element
    element = element.parentElement
  }
  return { hold, writes: [...hold.writes], nodes, signs, place: element }
}

const nodesIn = (root: Node): Node[] => {
  const nodes: Node[] = []
  walk(root, (node) => {
    nodes.push(node)
  })
  return nodes
}

/** How many elements there are from one upwards to that which came into the document with it. */
const levelsTo = (element: Element | null, roots: WeakSet<Node>): number =>
  element ? 1 + (roots.has(element) ? 0 : levelsTo(element.parentElement, roots)) : 0

/** Whether a target says already what it is to say, as clones of a target do. */
const isDone = ({ item: { type, payload, html }, element }: Hold): boolean => {
  if (element.getAttribute(type === 'text' ? 'placeholder' : type) === payload) return true
  if (type === 'src')
    return element.style.backgroundImage.includes(new URL(payload, document.baseURI).pathname)
  return withoutBlanks(element.textContent).includes(withoutBlanks(html ? html.textContent : payload))
}

/**
 * Has a target that is a clone of another, as it says already what it is to say, give back what that one would: the one
 * that it differs least from, with what came with it into the document.
 *
 * @param originals gives those that it may be a clone of
 * @param roots what was put into the document by itself, and did not come in another
 */
export const adoptClone = (hold: Hold, originals: Originals, roots: WeakSet<Node>): void => {
  if (!isDone(hold)) return
  const levels = levelsTo(hold.element, roots)
  const clone = originalOf(hold, levels)
  const ranked = originals(levels).map((original) => {
    const others = clone.signs.filter((sign) => !original.signs.includes(sign))
    // Its place tells less than all else, as clones are also shown elsewhere.
    return { ...original, far: others.length + (original.place === clone.place ? 0 : 0.5) }
  })
  // Where nothing tells them apart, slides are cloned in their order.
  const [best] = ranked.sort((one, other) => one.far - other.far || one.hold.clones - other.hold.clones)
  if (!best) return
  best.hold.clones++
  const inClone = new Map<Node | null | undefined, Node | undefined>()
  const pair = (nodes: Node[], cloned: Node[]) => {
    nodes.forEach((node, at) => {
      inClone.set(node, cloned[at])
    })
  }
  pair(best.nodes, clone.nodes)
  // What the original has in place of Motif's HTML, the clone has, too, and other items may have written into it.
  for (const node of best.writes.flatMap(({ own }) => (Array.isArray(own) ? own : [])))
    if (!inClone.has(node)) pair(nodesIn(node), nodesIn(node.cloneNode(true)))
  // A text that was normalised away is put where it was when the clone is given back.
  for (const { node, place } of best.writes) if (place && !inClone.has(node)) inClone.set(node, new Text())
  hold.writes = best.writes.flatMap((write) => cloneWrite(write, inClone) ?? [])
  hold.inserted = best.hold.inserted?.flatMap((node) => inClone.get(node) ?? [])
  hold.ownText = best.hold.ownText
}
