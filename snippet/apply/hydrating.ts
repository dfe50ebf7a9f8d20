import { awaitedContainers } from './awaited.ts'
import { holdsInReact, isReactHere } from './react.ts'
import { holdsInVue, isVueHere } from './vue.ts'
import { parentOf } from './walk.ts'

/**
 * What waits for a time of its own: an island of Astro, which takes `ssr` away when a framework has it (`hydrate` in
 * https://github.com/withastro/astro/blob/main/packages/astro/src/runtime/server/astro-island.ts), and what React
 * streamed and has not put in its place yet. An island for other screens may never hydrate, so that one is not here.
 */
const apart = 'astro-island[ssr]:not([client=media]),[hidden][id*="S:"]'

/**
 * Looks for frameworks in the page: null where there is none, else the containers that one will come to. It passes through
 * the document, so who asks about many elements in one task gives each the answer; it is not to be kept for the next task.
 */
export const seeFrameworks = (): Node[] | null => {
  const awaited = awaitedContainers()
  const isHere = awaited[0] || isReactHere() || isVueHere() || document.querySelector(apart)
  return isHere ? awaited : null
}

/**
 * Whether a framework that is at work here, or surely about to be, will still compare the server's markup of this
 * element with its own. React 19 reports a text that differs as error 418 and renders all anew, Vue reports that its
 * hydration "completed but contains mismatches".
 */
export const isHydrating = (element: Element, awaited = seeFrameworks()): boolean => {
  if (!awaited || element.closest(apart)) return !!awaited
  for (let node: Node | null = element; node; node = parentOf(node)) {
    const holds = holdsInReact(node) ?? holdsInVue(node, element)
    if (holds !== undefined) return holds
  }
  return awaited.some((container) => container.contains(element))
}
