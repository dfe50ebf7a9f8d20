/** What React stores for a node. The names are those of its source; production builds keep them. */
interface Fiber {
  return: Fiber | null
  /** The same fiber in the other tree: React has a current one and one in progress. */
  alternate: Fiber | null
  memoizedState: { dehydrated?: unknown; isDehydrated?: boolean } | null
  /** For a root's fiber: the root, with the current fiber. */
  stateNode: { current?: Fiber } | null
}

/**
 * Whether React will still hydrate the content of one of its nodes; undefined for a node that is not React's. A Suspense
 * boundary that waits is found by the comment at its beginning.
 */
export function waitsForReact(node: Node): boolean | undefined {
  const fiber = fiberOf(node)
  return fiber && [fiber, ...Array.from(node.childNodes, fiberOf)].some(isDehydrated)
}

/** The fiber of a node: `__reactFiber$…` on elements, texts and boundaries; `__reactContainer$…`, the root's, on a container. */
function fiberOf(node: Node): Fiber | undefined {
  const mark = Object.keys(node).find((key) => /^__react[CF]/.test(key))
  return mark ? (node as never)[mark] : undefined
}

/**
 * Whether a fiber is, or is inside, a root or a Suspense boundary that React has not hydrated yet. The mark on the element
 * is not enough: React also leaves it in an attempt that it abandons because a sibling suspends, and hydrates again later.
 * When a boundary is done, one of its two fibers is no longer dehydrated (`completeWork`).
 */
function isDehydrated(fiber: Fiber | null | undefined): boolean {
  if (!fiber) return false
  const { alternate, memoizedState, stateNode } = fiber
  if (!fiber.return) return !!stateNode?.current?.memoizedState?.isDehydrated
  const waits = memoizedState?.dehydrated && (!alternate || alternate.memoizedState?.dehydrated)
  return !!waits || isDehydrated(fiber.return)
}
