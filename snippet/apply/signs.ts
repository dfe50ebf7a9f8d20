import { containers } from '../../wire/frameworks.ts'
import { parentOf } from './walk.ts'

/** Next, Remix and React Router hydrate the whole document, and have this before. */
export const isDocumentWide = (): boolean =>
  ['__next_f', '__remixContext', '__reactRouterContext'].some((name) => name in window)

/** Svelte marks no node, only the page. */
const isSvelteHere = () => '__svelte' in window

/** Frameworks mark the nodes that they keep account of, or nodes above. */
const isMarked = (node: Node | null): boolean =>
  !!node && (Object.keys(node).some((key) => /^[_$]/.test(key)) || isMarked(parentOf(node)))

/** Whether a framework may keep account of the nodes in an element. */
export const isOwned = (element: Element): boolean => isSvelteHere() || isMarked(element)

/** Whether an element has a sign of a framework. */
export const hasSign = (element: Element): boolean =>
  isDocumentWide() || !!element.closest(containers) || isOwned(element)
