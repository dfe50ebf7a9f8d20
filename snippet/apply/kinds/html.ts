import type { Kind } from '../kinds.ts'

/** What the sanitiser has left of the payload, as the content of the element. */
export const html: Kind = {
  apply(hold, { isTaken, frameworkOf }) {
    const last = hold.inserted?.at(-1) as Text | undefined
    const { length } = `${hold.item.html?.lastChild?.nodeValue}`
    // The parser appends the page's words to a text that it finds at the end.
    if (hold.isComing && Number(last?.data?.length) > length) last?.splitText(length)
    hold.inserted ??= copiesOf(hold.item.html)
    frameworkOf(hold.element)?.putNodes(hold, isTaken)
  },
}

/** Nodes of their own for each target. */
export const copiesOf = (html: Node | undefined): Node[] => [...(html?.cloneNode(true).childNodes ?? [])]
