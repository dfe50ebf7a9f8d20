import { usualContainers } from '../../wire/frameworks.ts'
import { isElement, isMatch, parentOf } from './walk.ts'

/** Whether a framework hydrates the whole document: Next, Remix and React Router set these globals first. */
export const isDocumentWide = (): boolean =>
  ['__next_f', '__remixContext', '__reactRouterContext'].some((name) => name in window)

/** Svelte marks only the window, no nodes. */
const isSvelteHere = () => '__svelte' in window

/** Frameworks add properties to the nodes that they own. */
const hasMark = (node: Node): boolean => Object.keys(node).some((key) => /^[_$]/.test(key))

/** Whether a condition holds for this node or one of its ancestors. */
const isAny = (node: Node | null, is: (node: Node) => boolean): boolean =>
  !!node && (is(node) || isAny(parentOf(node), is))

/** Whether a framework may own the nodes in an element: one of them has its mark. A container alone is no mark. */
export const isOwned = (element: Element): boolean => isSvelteHere() || isAny(element, hasMark)

/**
 * Returns a function that says whether an element or one of its ancestors has a sign of a framework. It looks at each node
 * once, and is valid in the same task only.
 */
export const seeSigns = (): ((element: Element) => boolean) => {
  if (isDocumentWide() || isSvelteHere()) return () => true
  const seen = new Map<Node | null, boolean>([[null, false]])
  const isUnderSign = (node: Node | null): boolean => {
    const known = seen.get(node) ?? (hasSign(node as Node) || isUnderSign(parentOf(node as Node)))
    seen.set(node, known)
    return known
  }
  return isUnderSign
}

const hasSign = (node: Node): boolean => hasMark(node) || (isElement(node) && isMatch(node, usualContainers))
