import type { ContentType } from '../../wire/record.ts'
import { isOwned } from './framework.ts'
import type { Item } from './item.ts'
import { never } from './target.ts'
import { walk } from './walk.ts'
import { giveAllBack, giveBack, put } from './writes.ts'

/** Which items have an element: one its content, one its `src`, one its `href`. */
interface Holders {
  text?: Item
  src?: Item
  href?: Item
  /** Motif's nodes in an element that an `html` item has. */
  ours_?: Node[]
}

const holders = new Map<Node, Holders>()

const slots = ['text', 'src', 'href'] as const

/** How each type of item makes its target as it is to be. They answer whether it was not. */
const enforce: Record<ContentType, (element: Element, item: Item, held: Holders) => boolean> = {
  /**
   * Into the page's own text nodes, because frameworks hold on to them: the first with something in it takes the text,
   * the others are emptied. Only where there is none one is made.
   */
  text(element, { payload_ }) {
    const nodes: Text[] = []
    walk(element, (node) => {
      if (node.nodeType === 3) nodes.push(node as Text)
      return never.test((node as Element).localName) || (node !== element && holders.get(node)?.text)
    })
    if (!nodes[0]) {
      nodes[0] = new Text()
      put(nodes[0], 'parent', element)
    }
    const first = nodes.find((node) => node.data.trim()) ?? nodes[0]
    return nodes.filter((node) => put(node, 'text', node === first ? payload_ : '')).length > 0
  },

  /**
   * In the place of the page's nodes; in a framework's element beside them, hidden, because a framework that does not
   * find its nodes where it put them breaks.
   */
  html(element, { html_ }, held) {
    held.ours_ ??= [...(html_ as Node).cloneNode(true).childNodes]
    const { ours_ } = held
    if (!isOwned(element)) return put(element, 'children', ours_)
    const written = [...element.childNodes].filter((node) =>
      ours_.includes(node)
        ? false
        : node.nodeType === 3
          ? put(node, 'text', '')
          : node.nodeType === 1 && put(node, 'display', 'none'),
    )
    return ours_.filter((node) => put(node, 'parent', element)).length + written.length > 0
  },

  /** An `img` loses its `srcset`, and the sources of its `picture` their say: both win over `src`. */
  src(element, { payload_ }) {
    const { localName, parentElement } = element
    const isSource = localName === 'source'
    const picture = parentElement?.localName === 'picture' && parentElement
    const isOther = put(element, picture && isSource ? 'srcset' : 'src', payload_)
    if (isSource) {
      // A medium looks at its sources again only when it is told to.
      if (isOther && !picture) (parentElement as HTMLMediaElement | null)?.load?.()
      return isOther
    }
    const sources = picture
      ? [...picture.querySelectorAll('source')].filter((source) => !holders.has(source))
      : []
    return [
      put(element, 'srcset', null),
      ...sources.map((source) => put(source, 'media', 'not all')),
      isOther,
    ].includes(true)
  },

  href: (element, { payload_ }) => put(element, 'href', payload_),
}

/** Whether the element lies in what an `html` item made of its own target. */
const isInOwn = (element: Element, item: Item): boolean => {
  for (let node = element.parentNode; node; node = node.parentNode)
    if (holders.get(node)?.text === item) return true
  return false
}

/** Gives the item its target, unless a later one has it. */
export const take = (element: Element, item: Item): void => {
  const slot = item.type_ === 'html' ? 'text' : item.type_
  const held = holders.get(element) ?? {}
  const rival = held[slot]
  if ((rival && rival.index_ >= item.index_) || (item.html_ && isInOwn(element, item))) return
  held[slot] = item
  if (slot === 'text') delete held.ours_
  holders.set(element, held)
  enforce[item.type_](element, item, held)
}

/** Makes a target as its items want it again. Answers those of them that the page had written over. */
export const retake = (element: Node): Item[] => {
  const held = holders.get(element)
  return held
    ? slots
        .map((slot) => held[slot])
        .filter(
          (item): item is Item =>
            !!item && item.state_ !== 'contested' && enforce[item.type_](element as Element, item, held),
        )
    : []
}

/** Gives back a target and what is in it. Answers whose it was. */
export const release = (node: Node): Item[] => {
  const items: Item[] = []
  walk(node, (inner) => {
    giveBack(inner)
    const held = holders.get(inner)
    if (held) for (const slot of slots) if (held[slot]) items.push(held[slot])
    holders.delete(inner)
  })
  return items
}

/** Gives back a target that the page has won from the item. */
export const lose = (node: Node, item: Item): void => {
  if (slots.some((slot) => holders.get(node)?.[slot] === item)) walk(node, giveBack)
}

/** Gives everything back. */
export const releaseAll = (): void => {
  holders.clear()
  giveAllBack()
}
