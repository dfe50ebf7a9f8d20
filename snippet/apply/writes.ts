import type { Item } from './item.ts'
import { type AnyNode, type PartName, partOf, type Value } from './parts.ts'

/** What an item wrote in a part of a node, over what the page last had there. */
export interface Write {
  item: Item
  /** What the page last had there. */
  own: Value
  /** What was to be there, and what the browser made of it. */
  wanted: Value
  ours: Value
  /** Whether it was made against the page, in a target that was personalised before. */
  isLate?: boolean | undefined
}

/** All that Motif has written into a page, so that it can be given back. */
export type Writes = ReturnType<typeof createWrites>

/** Begins to keep account of writes. What leaves the document is given back and forgotten, so none is kept alive. */
export const createWrites = () => {
  const byNode = new Map<Node, Map<PartName, Write>>()

  const note = (node: Node, name: PartName, write: Write) => {
    const known = byNode.get(node) ?? new Map()
    byNode.set(node, known.set(name, write))
  }

  /** Makes a part of a node be a value. Answers whether it was not. */
  const put = (item: Item, node: Node, name: PartName, wanted: Value, isLate?: boolean): boolean => {
    const part = partOf(name)
    const before = byNode.get(node)?.get(name)
    const now = part.read(node as AnyNode, before)
    const isOurs = before?.ours === now
    if (now === wanted || (isOurs && before.wanted === wanted)) return false
    part.write(node as AnyNode, wanted)
    const own = isOurs ? before.own : now
    const ours = part.read(node as AnyNode, { own, wanted, ours: wanted })
    note(node, name, { item, own, wanted, ours, isLate: isOurs ? before.isLate : isLate })
    return true
  }

  /** Gives back, in a part of a node, what the page last had there. What it wrote since stays. */
  const giveBack = (node: Node, name: PartName, write: Write) => {
    const part = partOf(name)
    forget(node, name)
    if (part.read(node as AnyNode, write) === write.ours) part.write(node as AnyNode, write.own)
  }

  /** Forgets a write: what is there is the page's own now. */
  const forget = (node: Node, name: PartName) => {
    const known = byNode.get(node)
    known?.delete(name)
    if (!known?.size) byNode.delete(node)
  }

  return {
    put,
    note,
    forget,

    /** The writes of a node, by part. */
    of: (node: Node): ReadonlyMap<PartName, Write> | undefined => byNode.get(node),

    /** Gives back all parts of a node. */
    giveNodeBack(node: Node) {
      for (const [name, write] of byNode.get(node) ?? []) giveBack(node, name, write)
    },

    /**
     * Gives back everything, or all that one item wrote: the last first, as nodes were put into each other.
     *
     * @param forgetsLate whether what was written against the page is left as it is. Default: no.
     */
    giveAllBack(item?: Item, forgetsLate?: boolean) {
      for (const [node, parts] of [...byNode].reverse())
        for (const [name, write] of parts) {
          if (item && write.item !== item) continue
          if (forgetsLate && write.isLate) forget(node, name)
          else giveBack(node, name, write)
        }
    },
  }
}
