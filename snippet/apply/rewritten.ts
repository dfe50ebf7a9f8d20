import { type Hold, writeOf } from './hold.ts'
import { copiesOf } from './kinds/html.ts'
import type { Tools } from './kinds.ts'
import { isOwned } from './signs.ts'
import { isElement } from './walk.ts'

/** Gives an `html` item new nodes where a framework has written into those that it had. */
export const renewRewritten = (hold: Hold, isTaken: Tools['isTaken']): void => {
  const { item, element, inserted = [] } = hold
  if (!inserted.some((node, at) => isRewritten(hold, isTaken, node, at))) return
  hold.inserted = copiesOf(item.html)
  if (isOwned(element)) leaveToFramework(hold, isTaken, inserted)
}

/** Whether a framework has written into a node of Motif's: when it hydrates it takes what it finds for its own. */
const isRewritten = ({ item, element }: Hold, isTaken: Tools['isTaken'], node: Node, at: number): boolean =>
  node.parentNode === element &&
  !isTaken(node, 'content') &&
  node.textContent !== item.html?.childNodes[at]?.textContent

/** What was Motif's and was written into is the framework's now; what was left alone goes when all is given back. */
const leaveToFramework = (hold: Hold, isTaken: Tools['isTaken'], former: Node[]) => {
  const { element } = hold
  const own = writeOf(hold, element, 'children')?.own
  if (Array.isArray(own)) giveAttributesBack(former, own)
  hold.writes = hold.writes.filter(({ part, node }) => part !== 'children' && !former.includes(node))
  former.forEach((node, at) => {
    if (node.parentNode === element && !isRewritten(hold, isTaken, node, at))
      hold.writes.push({ node, part: 'parent', own: null, wanted: element, ours: element, isLate: false })
  })
}

/** It leaves attributes alone, so those of the nodes which it meant to find are given to the ones which it took. */
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
