import type { Hold } from './claims.ts'

/**
 * Holds the content of an element. What the page changes inside Motif's own nodes it may keep; what it puts in their
 * place or beside them is taken for its own content from then on, to be given back.
 */
export const holdHtml = (element: Element, html: Node): Hold => {
  let pages: Node[] = []
  let ours: Node[] = []
  const isOurs = (nodes: Node[]) =>
    nodes.length === ours.length && nodes.every((node, at) => node === ours[at])
  return {
    write_() {
      const nodes = [...element.childNodes]
      if (ours[0] && isOurs(nodes)) return false
      const added = nodes.filter((node) => !ours.includes(node as ChildNode))
      pages = added.length < nodes.length ? pages.concat(added) : added
      ours = [...html.cloneNode(true).childNodes]
      element.replaceChildren(...ours)
      return true
    },
    revert_() {
      if (isOurs([...element.childNodes])) element.replaceChildren(...pages)
    },
  }
}
