import type { Hold } from './claims.ts'
import { never } from './target.ts'

/** The text nodes in an element, but for those of scripts and the like. */
const textNodes = (node: Node, found: Text[] = []): Text[] => {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.nodeType === 3) found.push(child as Text)
    else if (!never.test((child as Element).localName)) textNodes(child, found)
  return found
}

/**
 * Holds the text of an element in the page's own text nodes, because frameworks hold on to them: the first with
 * something in it takes the text, the others are emptied. Only where there is none one is made.
 */
export const holdText = (element: Element, text: string): Hold => {
  /** What the page last wrote in a node, and what Motif wrote over it. */
  const written = new Map<Text, [pages: string, ours: string]>()
  const own = new Text(text)
  let first: Text | undefined
  return {
    write_() {
      let isChanged = false
      const nodes = textNodes(element).filter((node) => node !== own)
      if (!first || !nodes.includes(first))
        first = nodes.find((node) => (written.get(node)?.[0] ?? node.data).trim()) ?? nodes[0]
      if (first) own.remove()
      else if (!own.parentNode) {
        element.append(own)
        isChanged = true
      }
      for (const node of nodes) {
        const ours = node === first ? text : ''
        if (node.data === ours) continue
        const before = written.get(node)
        written.set(node, [before?.[1] === node.data ? before[0] : node.data, ours])
        node.data = ours
        isChanged = true
      }
      return isChanged
    },
    revert_() {
      own.remove()
      for (const [node, [pages, ours]] of written) if (node.data === ours) node.data = pages
    },
  }
}
