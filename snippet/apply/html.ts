import type { Kind } from './kinds.ts'

/** What the sanitiser has left of the payload, as the content of the element. */
export const html: Kind = {
  slot: 'content',
  apply(hold, { isTaken, frameworkOf }) {
    hold.inserted ??= copiesOf(hold.item.html)
    frameworkOf(hold.element)?.putNodes(hold, isTaken)
  },
}

/** Nodes of their own for each target. */
export const copiesOf = (html: Node | undefined): Node[] => [...(html?.cloneNode(true).childNodes ?? [])]
