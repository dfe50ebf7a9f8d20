import { holdsInReact } from '../../first/react.ts'
import { parentOf } from '../../first/walk.ts'
import { awaitedContainers } from './awaited.ts'
import { holdsInVue, isVueHere } from './vue.ts'

/**
 * What hydrates later than the rest: an island of Astro, which loses `ssr` when it has hydrated (`hydrate` in
 * https://github.com/withastro/astro/blob/main/packages/astro/src/runtime/server/astro-island.ts), and what React has
 * streamed but not moved to its place yet. An island for certain screens (`client=media`) may never hydrate, so it is
 * left out.
 */
const apart = 'astro-island[ssr]:not([client=media]),[hidden][id*="S:"]'

/**
 * Looks for frameworks in the page: null if there is none, else the containers that one will still hydrate. It searches
 * the whole document, so call it once for many elements. The result is valid in the same task only.
 */
export const seeFrameworks = (): Node[] | null => {
  const awaited = awaitedContainers()
  const isHere = awaited[0] || isReactHere() || isVueHere() || document.querySelector(apart)
  return isHere ? awaited : null
}

/**
 * Whether a framework will still compare the server's markup of this element with its own. If a text differs, React 19
 * reports error 418 and renders everything again; Vue reports "Hydration completed but contains mismatches".
 */
export const isHydrating = (element: Element, awaited = seeFrameworks()): boolean => {
  if (!awaited || element.closest(apart)) return !!awaited
  for (let node: Node | null = element; node; node = parentOf(node)) {
    const holds = holdsInReact(node) ?? holdsInVue(node, element)
    if (holds !== undefined) return holds
  }
  return awaited.some((container) => container.contains(element))
}

/** Whether React has started: it first adds its listeners to the document (`listenToAllSupportedEvents`). */
const isReactHere = (): boolean => Object.keys(document).join().includes('_react')
