import type { Item } from './item.ts'
import type { Lookup } from './lookup.ts'
import type { Targets } from './targets.ts'
import { isElement, walk } from './walk.ts'

/** What changes of the page are read with. */
interface Known {
  lookup: Lookup
  targets: Targets
  /** Is given the items that may have other targets now. */
  due: Set<Item>
}

/** Reads what the page has changed: answers the targets that it may have written into. What left is given back. */
export const readChanges = (records: MutationRecord[], known: Known): Set<HTMLElement> => {
  const touched = new Set<HTMLElement>()
  for (const record of records) {
    for (let node: Node | null = record.target; node; node = node.parentNode) touch(node, known, touched)
    if (record.attributeName) readAttribute(record, known)
    for (const node of [...record.removedNodes, ...record.addedNodes]) readNode(node, known)
  }
  return touched
}

const touch = (node: Node, { targets }: Known, touched: Set<HTMLElement>) => {
  // The sources of a picture are written with its image.
  for (const target of [node, node.nodeName === 'PICTURE' && (node as Element).querySelector('img')])
    if (target && targets.isHeld(target)) touched.add(target as HTMLElement)
}

const readAttribute = ({ target, attributeName, oldValue }: MutationRecord, { lookup, due }: Known) => {
  const name = `${attributeName}`
  const value = (target as Element).getAttribute(name)
  for (const item of lookup.concernedByChange(name, oldValue, value)) due.add(item)
}

const readNode = (node: Node, { lookup, targets, due }: Known) => {
  if (isElement(node)) for (const item of lookup.anywhere) due.add(item)
  const { isConnected } = node
  walk(node, (inside) => {
    if (!isConnected) targets.leave(inside)
    else if (isElement(inside)) for (const item of lookup.concernedBy(inside)) due.add(item)
  })
}
