import type { ContentType } from '../../wire/record.ts'
import { enforceHtml } from './html.ts'
import type { Item } from './item.ts'
import { hasText } from './target.ts'
import { walk } from './walk.ts'
import { put } from './writes.ts'

/** Which items have an element: one its content, one its `src`, one its `href`. */
type Holders = { [Slot in ContentType]?: Item }

const holders = new Map<Node, Holders>()

/** How each type of item makes its target as it is to be. */
const enforce: Record<ContentType, (item: Item, element: Element) => unknown> = {
  /**
   * Into the page's own text nodes, because frameworks hold on to them: the first with something in it takes the text,
   * the others are emptied. Only where there is none one is made.
   */
  text(item, element) {
    const nodes: Text[] = []
    const only = element.firstChild
    // The usual case, at a third of the cost.
    if (only?.nodeType === 3 && !only.nextSibling) return put(item, only, 'text', item.payload_)
    walk(element, (node) => {
      if (node.nodeType === 3) nodes.push(node as Text)
      return !hasText((node as Element).localName) || (node !== element && holders.get(node)?.text)
    })
    if (!nodes[0]) {
      nodes[0] = new Text()
      put(item, nodes[0], 'parent', element)
    }
    const first = nodes.find((node) => node.data.trim()) ?? nodes[0]
    for (const node of nodes) put(item, node, 'text', node === first ? item.payload_ : '')
  },

  html: enforceHtml,

  /** An `img` loses its `srcset`, and the sources of its `picture` their say: both win over `src`. */
  src(item, element) {
    const parent = element.parentElement as HTMLElement
    const isInPicture = parent.localName === 'picture'
    const isSource = element.localName === 'source'
    const isNew = put(item, element, isSource && isInPicture ? 'srcset' : 'src', item.payload_)
    if (!isSource) {
      put(item, element, 'srcset', null)
      if (isInPicture)
        for (const source of parent.children)
          if (source !== element && !holders.has(source)) put(item, source, 'media', 'not all')
    }
    // A medium looks at its sources again only when it is told to.
    else if (isNew) (parent as HTMLMediaElement).load?.()
  },

  href: (item, element) => put(item, element, 'href', item.payload_),
}

/** Gives the item its target, unless a later one has it, or it is what an `html` item made of its own target. */
export const take = (item: Item, element: Element): void => {
  const slot = item.type_ === 'html' ? 'text' : item.type_
  const held = holders.get(element) ?? {}
  if ((held[slot]?.index_ ?? -1) >= item.index_) return
  if (item.html_)
    for (let node: Node | null = element; node; node = node.parentNode)
      if (holders.get(node)?.text === item) return
  held[slot] = item
  holders.set(element, held)
  enforce[item.type_](item, element)
}

/** Whether an item has this target. */
export const isHeld = (node: Node): boolean => holders.has(node)

/** The items that have a target. */
export const holdersOf = (node: Node): Item[] => Object.values(holders.get(node) ?? {})

/** Makes a target as its items want it again. */
export const retake = (node: Node): void => {
  for (const item of holdersOf(node))
    if (item.state_ !== 'contested') enforce[item.type_](item, node as Element)
}

/** Lets go of a node; of all of them. */
export const letGo = (node?: Node): void => (node ? void holders.delete(node) : holders.clear())
