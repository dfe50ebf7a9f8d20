import { writeOf } from '../../first/hold.ts'
import type { Tools } from '../../first/kinds/kind.ts'
import { isOwned } from '../../first/signs.ts'
import { isElement } from '../../first/walk.ts'
import type { Kept } from '../../follow/put.ts'

/** Copies of the nodes, because each target needs its own. */
export const copiesOf = (html: Node | undefined): Node[] => [...(html?.cloneNode(true).childNodes ?? [])]

/** Gives an `html` item new nodes if a framework has written into its present ones. */
export const renewRewritten = (hold: Kept, takerOf: Tools['takerOf']): void => {
  const { item, element, inserted = [] } = hold
  if (!inserted.some((node, at) => isRewritten(hold, takerOf, node, at))) return
  hold.inserted = copiesOf(item.html)
  if (isOwned(element)) leaveToFramework(hold, takerOf, inserted)
}

/** Whether a framework has written into one of Motif's nodes: while it hydrates, it takes the nodes it finds for its own. */
const isRewritten = ({ item, element }: Kept, takerOf: Tools['takerOf'], node: Node, at: number): boolean =>
  node.parentNode === element &&
  !takerOf(node, 'content') &&
  node.textContent !== item.html?.childNodes[at]?.textContent

/** Leaves the nodes that the framework has written into to it. The others are removed when the target is given back. */
const leaveToFramework = (hold: Kept, takerOf: Tools['takerOf'], former: Node[]) => {
  const { element } = hold
  const own = writeOf(hold, element, 'children')?.own
  if (Array.isArray(own)) giveAttributesBack(former, own)
  hold.writes = hold.writes.filter(({ part, node }) => part !== 'children' && !former.includes(node))
  former.forEach((node, at) => {
    if (node.parentNode === element && !isRewritten(hold, takerOf, node, at))
      hold.writes.push({ node, part: 'parent', own: null, wanted: element, ours: element })
  })
}

/** Frameworks do not correct attributes. So the nodes that one has taken get the attributes of those it expected. */
const giveAttributesBack = (taken: Node[], pages: Node[]) => {
  const left = pages.filter(isElement)
  for (const node of taken.filter(isElement).filter(({ isConnected }) => isConnected)) {
    const at = left.findIndex(({ nodeName }) => nodeName === node.nodeName)
    const [own] = at < 0 ? [] : left.splice(at, 1)
    if (!own) continue
    for (const name of node.getAttributeNames()) if (!own.hasAttribute(name)) node.removeAttribute(name)
    for (const name of own.getAttributeNames()) node.setAttribute(name, `${own.getAttribute(name)}`)
  }
}
