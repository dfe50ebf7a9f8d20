import { hasSource } from '../../wire/targets.ts'
import { isMadeOfAddress } from '../first/address.ts'
import type { Write } from '../first/hold.ts'
import { withoutBlanks } from '../first/labels.ts'
import type { Value } from '../first/parts.ts'
import { isElement, parentOf, walk } from '../first/walk.ts'
import { isPersonal } from './personal.ts'
import type { Kept } from './put.ts'

/** A target as it was when it may have been cloned. */
export interface Original {
  hold: Kept
  writes: Write[]
  /** Its nodes, in order: a clone has the same, unless the page has changed it. For a picture's image, those of the whole picture. */
  nodes: Node[]
  /** What distinguishes it, and the elements around it, from others. */
  signs: Set<string>
  /** The parent of the uppermost of those elements. */
  place: Node | null
}

/** Returns the targets that a clone may be a copy of, each described with this many elements upwards. */
export type Originals = (levels: number) => Original[]

/** Describes a target that may be cloned, or be a clone, with this many elements from it upwards. */
export const originalOf = (hold: Kept, levels: number): Original => {
  const nodes = nodesIn(hold.element.closest('picture') ?? hold.element)
  const signs = [`${nodes.length}`, ...nodes.map(({ nodeName }, at) => `${at}${nodeName}`)]
  let element: Node | null = hold.element
  let inside: Node | undefined
  // A form may have fields called `children` or `parentElement`.
  for (let level = 0; element && isElement(element) && level < levels; level++) {
    const attributes = Array.from(element.attributes, ({ name, value }) => `${level} ${name}=${value}`)
    signs.push(
      saidBy(element, level),
      `${level} ${Array.prototype.indexOf.call(element.children, inside)}`,
      ...attributes,
    )
    inside = element
    element = parentOf(element)
  }
  return { hold, writes: [...hold.writes], nodes, signs: new Set(signs), place: element }
}

/** The sign of what an element says. */
const saidBy = ({ localName, textContent }: Element, level = 0) => `${level} ${localName} ${textContent}`

const nodesIn = (root: Node): Node[] => {
  const nodes: Node[] = []
  walk(root, (node) => {
    nodes.push(node)
  })
  return nodes
}

/** How many elements there are from this one upwards to the root of what was inserted together with it. */
const levelsTo = (node: Node | null, roots: WeakSet<Node>): number =>
  node ? 1 + (roots.has(node) ? 0 : levelsTo(parentOf(node), roots)) : 0

/** Whether a target already has its item's payload, as clones of a target do. */
const isDone = (hold: Kept): boolean => {
  const { item, element } = hold
  const { type, payload, html } = item
  if (element.getAttribute('placeholder') === payload) return true
  if (isMadeOfAddress(type, element.getAttribute(type), payload)) return true
  if (type === 'src')
    return element.style.backgroundImage.includes(new URL(payload, document.baseURI).pathname)
  const words = withoutBlanks(html ? html.textContent : payload)
  return isPersonal(hold, element.textContent) || withoutBlanks(element.textContent).includes(words)
}

/** Whether a link or a picture says the same as another one, as clones do. Else it has come with its address. */
const isAlike = ({ item, element }: Kept, others: Set<string>): boolean => {
  const alt = element.getAttribute('alt')
  const isLinkOrPicture = item.type === 'href' || (item.type === 'src' && hasSource(element.localName))
  const signs = [saidBy(element), ...(alt === null ? [] : [`0 alt=${alt}`])]
  return !isLinkOrPicture || signs.every((sign) => others.has(sign))
}

/**
 * If a target is a clone (it already has its item's payload), makes it give back what its original would give back. Returns
 * whether it is one. The original is the target that differs least from it, compared with the elements that were inserted together with it.
 *
 * @param originals the targets that it may be a clone of
 * @param roots nodes that were inserted by themselves, not inside another one
 */
export const adoptClone = (hold: Kept, originals: Originals, roots: WeakSet<Node>): boolean => {
  const levels = levelsTo(hold.element, roots)
  // Another item may have written other words into the HTML.
  const isLikeOther = () => originals(levels).some(({ signs }) => signs.has(saidBy(hold.element)))
  if (!isDone(hold) && !(hold.item.html && isLikeOther())) return false
  const clone = originalOf(hold, levels)
  const mayBe = originals(levels).filter(({ signs }) => isAlike(hold, signs))
  const ranked = mayBe.map((original) => {
    let far = original.place === clone.place ? 0 : 0.5
    for (const sign of clone.signs) if (!original.signs.has(sign)) far++
    // The place counts less than everything else, because clones are often put elsewhere.
    return { ...original, far }
  })
  // If nothing distinguishes them, assume that slides are cloned in their order.
  const [best] = ranked.sort((one, other) => one.far - other.far || one.hold.clones - other.hold.clones)
  if (!best) return false
  best.hold.clones++
  const inClone = new Map<Node | null | undefined, Node | undefined>()
  /** The page may have put nodes into the clone, wrapped or removed some. */
  const pair = (nodes: Node[], cloned: Node[]) => {
    let from = 0
    for (const node of nodes) {
      const at = cloned.findIndex(({ nodeName }, place) => place >= from && nodeName === node.nodeName)
      if (at < 0) continue
      inClone.set(node, cloned[at])
      from = at + 1
    }
  }
  pair(best.nodes, clone.nodes)
  // When the page replaces the content of a picture, its sources leave it one by one.
  const sources = best.writes.flatMap(({ node }) => (node.nodeName === 'SOURCE' ? node : []))
  pair(
    sources.filter((node) => !inClone.has(node)),
    clone.nodes,
  )
  // The clone also needs copies of the page's nodes that Motif's HTML replaced: other items may have written into them.
  for (const node of best.writes.flatMap(({ own }) => (Array.isArray(own) ? own : [])))
    if (!inClone.has(node)) pair(nodesIn(node), nodesIn(node.cloneNode(true)))
  // A text that was normalised away gets a new node, which is put in its place when the clone is given back.
  for (const { node, place } of best.writes) if (place && !inClone.has(node)) inClone.set(node, new Text())
  hold.writes = best.writes.flatMap((write) => cloneWrite(write, inClone) ?? [])
  const { inserted } = best.hold
  const made = hold.writes.find(({ part }) => part === 'children')
  if (made && !inserted?.every((node) => inClone.get(node)?.parentNode === hold.element))
    // The same words in other elements: they are written anew, and no part of them is the page's own.
    made.wanted = made.ours = [...hold.element.childNodes]
  else hold.inserted = inserted?.flatMap((node) => inClone.get(node) ?? [])
  hold.ownText = best.hold.ownText
  return true
}

/** The same write for a clone. `undefined` if the clone has no node for it. `inClone` maps nodes to their copies. */
const cloneWrite = (
  write: Write,
  inClone: Map<Node | null | undefined, Node | undefined>,
): Write | undefined => {
  const node = inClone.get(write.node)
  const { own, place } = write
  const cloned = (value: Value): Value =>
    Array.isArray(value)
      ? value.flatMap((one) => inClone.get(one) ?? [])
      : (inClone.get(value as Node) ?? value)
  const ours = cloned(write.ours)
  return (
    node && {
      ...write,
      node,
      own: cloned(own),
      wanted: ours,
      ours,
      place: place && { parent: inClone.get(place.parent), previous: inClone.get(place.previous) },
    }
  )
}
