import type { Kind } from '../kinds.ts'

/** Makes the sanitised payload the content of the element. */
export const html: Kind = {
  apply(hold, { isTaken, frameworkOf }) {
    const last = hold.inserted?.at(-1) as Text | undefined
    const { length } = `${hold.item.html?.lastChild?.nodeValue}`
    // While the page arrives, the parser appends its words to Motif's last text: split them off.
    if (hold.isComing && Number(last?.data?.length) > length) last?.splitText(length)
    hold.inserted ??= copiesOf(hold.item.html)
    frameworkOf(hold.element)?.putNodes(hold, isTaken)
  },
}

/** Copies of the nodes, because each target needs its own. */
export const copiesOf = (html: Node | undefined): Node[] => [...(html?.cloneNode(true).childNodes ?? [])]
