import { apart } from '../../wire/frameworks.ts'
import { parentOf } from './walk.ts'

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
export const holdsInReact = (node: Node): boolean | undefined => {
  const fiber = fiberOf(node)
  return fiber && [fiber, ...Array.from(node.childNodes, fiberOf)].some(isDehydrated)
}

/** Whether React has hydrated or rendered an element: it will not compare it with the server's markup any more. */
export const isDoneByReact = (element: Element): boolean => {
  // An island of Astro, or what is streamed but not in its place yet, is hydrated apart from what is around it.
  if (element.closest(apart)) return false
  let node: Node | null = element
  while (node && !fiberOf(node)) node = parentOf(node)
  return !!node && !holdsInReact(node)
}

/** The fiber of a node: `__reactFiber$…` on elements, texts and boundaries; `__reactContainer$…`, the root's, on a container. */
const fiberOf = (node: Node): Fiber | undefined => {
  const mark = Object.keys(node).find((key) => /^__react[CF]/.test(key))
  return mark ? (node as never)[mark] : undefined
}

/**
 * Whether a fiber is, or is inside, a root or a Suspense boundary that React has not hydrated yet. The mark on the element
 * is not enough: React also leaves it in an attempt that it abandons because a sibling suspends, and hydrates again later.
 * When a boundary is done, one of its two fibers is no longer dehydrated (`completeWork`).
 */
const isDehydrated = (fiber: Fiber | null | undefined): boolean => {
  if (!fiber) return false
  const { alternate, memoizedState, stateNode } = fiber
  if (!fiber.return) return !!stateNode?.current?.memoizedState?.isDehydrated
  const waits = memoizedState?.dehydrated && (!alternate || alternate.memoizedState?.dehydrated)
  return !!waits || isDehydrated(fiber.return)
}
