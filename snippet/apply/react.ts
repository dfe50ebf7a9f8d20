/** What React remembers of a node; the names are those of its source, which its builds for production keep. */
interface Fiber {
  return: Fiber | null
  /** The same in the tree that is being made, or in the one before. */
  alternate: Fiber | null
  memoizedState: { dehydrated?: unknown; isDehydrated?: boolean } | null
  /** Of a root's fiber the root, which knows the fiber that counts. */
  stateNode: { current?: Fiber } | null
}

/** Whether React has begun anywhere: it listens at the document before (`listenToAllSupportedEvents`). */
export const isReactHere = (): boolean => Object.keys(document).join().includes('_react')

/**
 * Whether React will still hydrate what a node of its own has; undefined if it is none, so what it neither made nor waits
 * for may stand there. A boundary that waits is told by the comment with which it begins.
 */
export const holdsInReact = (node: Node): boolean | undefined => {
  const fiber = fiberOf(node)
  return fiber && [fiber, ...Array.from(node.childNodes, fiberOf)].some(isDehydrated)
}

/** By `__reactFiber$…` on elements, texts and boundaries, and by `__reactContainer$…` on a container its root's. */
const fiberOf = (node: Node): Fiber | undefined => {
  const mark = Object.keys(node).find((key) => /^__react[CF]/.test(key))
  return mark ? (node as never)[mark] : undefined
}

/**
 * Whether it is, or is inside, a root or a Suspense boundary that React has not hydrated. The mark alone does not say: an
 * element has it from a first try that React gave up, because something beside it had to be waited for, and the second
 * compares it again. Of a boundary's two fibers one is without the server's nodes when it is done (`completeWork`).
 */
const isDehydrated = (fiber: Fiber | null | undefined): boolean => {
  if (!fiber) return false
  const { alternate, memoizedState, stateNode } = fiber
  if (!fiber.return) return !!stateNode?.current?.memoizedState?.isDehydrated
  const waits = memoizedState?.dehydrated && (!alternate || alternate.memoizedState?.dehydrated)
  return !!waits || isDehydrated(fiber.return)
}
