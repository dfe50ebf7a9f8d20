/** What React remembers of a node; the names are those of its source, which its builds for production keep. */
interface Fiber {
  return: Fiber | null
  /** The same in the tree that is being made, or in the one before. */
  alternate: Fiber | null
  memoizedState: { dehydrated?: unknown; isDehydrated?: boolean } | null
  /** Of a root's fiber: the root, which knows the fiber that counts. */
  stateNode: { current?: Fiber } | null
}

/** On an element, a text, a boundary's comment: `__reactFiber$…`; on a root's container `__reactContainer$…`, its root. */
const mark = /^__react[CF]/

/** Whether React has begun anywhere: it listens at the document first (`listenToAllSupportedEvents`). */
export const isReactHere = (): boolean => Object.keys(document).some((key) => /^_react/.test(key))

/**
 * Whether React will still hydrate the element at a node which is the element or has it in its child `branch`;
 * undefined if the node is none of React's. What it neither made nor waits to make there is foreign, and free.
 */
export const holdsInReact = (node: Node, branch: Node, element: Element): boolean | undefined => {
  const fiber = fiberOf(node)
  if (!fiber) return undefined
  return (
    isDehydrated(fiber) ||
    (node !== element ? isDehydrated(fiberOf(boundaryOf(branch))) : hasDehydrated(element))
  )
}

const fiberOf = (node: Node | undefined): Fiber | undefined => {
  const key = Object.keys(node ?? {}).find((name) => mark.test(name))
  return key ? (node as unknown as Record<string, Fiber | undefined>)[key] : undefined
}

/**
 * Whether it is, or is inside, a root or a Suspense boundary that React has not hydrated. The mark alone does not say: an
 * element has it from a first try that React gave up, because something beside it had to be waited for, and the second
 * compares it again. Of a boundary's two fibers one is without the server's nodes when it is done (`completeWork`).
 */
const isDehydrated = (start: Fiber | undefined): boolean => {
  for (let fiber: Fiber | null | undefined = start; fiber; fiber = fiber.return) {
    const { alternate, memoizedState } = fiber
    if (memoizedState?.dehydrated && (!alternate || alternate.memoizedState?.dehydrated)) return true
    if (!fiber.return) return !!fiber.stateNode?.current?.memoizedState?.isDehydrated
  }
  return false
}

/** The comment with which the innermost boundary begins that a child is in (`getParentHydrationBoundary`). */
const boundaryOf = (child: Node): Node | undefined => {
  let ended = 0
  for (let node = child.previousSibling; node; node = node.previousSibling) {
    const { data } = node as Comment
    if (node.nodeType !== 8) continue
    if (/^\/[$&]$/.test(data)) ended++
    else if (/^[$&][?!~]?$/.test(data) && !ended--) return node
  }
  return undefined
}

const hasDehydrated = (element: Element): boolean => {
  const comments = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) if (isDehydrated(fiberOf(comments.currentNode))) return true
  return false
}
