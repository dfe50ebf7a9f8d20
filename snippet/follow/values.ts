import type { Value } from '../first/parts.ts'

/** Whether two values are the same. Lists of nodes are the same if they have the same nodes in the same order. */
export const isSame = (one: Value, other: Value): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((node, at) => node === other[at]))

/**
 * The page's own value of a part: what it had before, or what it has written since. Nodes that the page put beside
 * Motif's belong beside its own. If Motif's nodes are gone, the page has replaced them.
 */
export const pagesOf = (now: Value, { own, ours }: { own: Value; ours: Value }): Value => {
  if (!Array.isArray(now)) return now === ours ? own : now
  const isOurs = (node: Node) => (ours as Node[]).includes(node)
  const at = now.findIndex(isOurs)
  const others = now.filter((node) => !isOurs(node))
  return at < 0 ? now : [...others.slice(0, at), ...(own as Node[]), ...others.slice(at)]
}
