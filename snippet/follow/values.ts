import type { Value } from '../first/parts.ts'

/** Whether two values are the same. Lists of nodes are the same if they have the same, or equal, nodes in the same order. */
export const isSame = (one: Value, other: Value, isEqual?: boolean): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((node, at) => (isEqual ? node.isEqualNode(other[at] as Node) : node === other[at])))

/**
 * The page's own value of a part: what it had before, or what it has written since. Nodes that the page put beside
 * Motif's, or beside copies that `innerHTML +=` has made of them, belong beside its own. If Motif's nodes are gone, the page
 * has replaced them. What the page has put elsewhere stays there, and what it appends again and again it has once.
 */
export const pagesOf = (now: Value, { own, ours }: { own: Value; ours: Value }): Value => {
  if (!Array.isArray(now)) return now === ours ? own : now
  const listOf = (at: number) => now.slice(at, at + (ours as Node[]).length)
  const copied = now.findIndex((_, at) => isSame(listOf(at), ours, true))
  const made = copied < 0 ? (ours as Node[]) : listOf(copied)
  const at = now.findIndex((node) => made.includes(node))
  const others = now.filter((node) => !made.includes(node))
  const before = others.splice(0, at)
  const left = (own as Node[]).filter(({ isConnected }) => !isConnected)
  if (others[0] && isSame(left.slice(-others.length), others, true)) left.splice(-others.length)
  return at < 0 ? now : [...before, ...left, ...others]
}
