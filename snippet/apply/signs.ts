import { containers } from '../../wire/frameworks.ts'
import { isElement, isMatch, parentOf } from './walk.ts'

/** Next, Remix and React Router hydrate the whole document, and have this before. */
export const isDocumentWide = (): boolean =>
  ['__next_f', '__remixContext', '__reactRouterContext'].some((name) => name in window)

/** Svelte marks no node, only the page. */
const isSvelteHere = () => '__svelte' in window

/** Frameworks mark the nodes that they keep account of. */
const hasMark = (node: Node): boolean => Object.keys(node).some((key) => /^[_$]/.test(key))

/** Whether any of the nodes from this one upwards is so. */
const isAny = (node: Node | null, is: (node: Node) => boolean): boolean =>
  !!node && (is(node) || isAny(parentOf(node), is))

/** Whether a framework may keep account of the nodes in an element. */
export const isOwned = (element: Element): boolean => isSvelteHere() || isAny(element, hasMark)

/**
 * Tells which elements have a sign of a framework, on them or above. Who asks about many in one task has each node looked
 * at once; the answers are not to be kept for the next task.
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

const hasSign = (node: Node): boolean => hasMark(node) || (isElement(node) && isMatch(node, containers))
