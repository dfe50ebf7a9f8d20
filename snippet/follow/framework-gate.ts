import { apart, usualContainers } from '../../wire/frameworks.ts'
import type { Chunks } from '../chunks.ts'
import type { Containers } from '../first/containers.ts'
import { holdsInReact } from '../first/react.ts'
import { isDocumentWide, seeSigns } from '../first/signs.ts'
import { isElement, parentOf } from '../first/walk.ts'
import { quietly } from '../life.ts'
import type { Framework, KeepingTools } from './kind.ts'

/** No framework: the element can be changed at once. */
const atOnce: Framework = { isHydrating: () => false, mayRewrite: false }

/**
 * Whether the element's own nodes show that no framework will hydrate it: React has finished with it, Vue has rendered it
 * without a server's markup (only then its container has `data-v-app`), or it is outside of the usual containers.
 */
const isDone = (element: Element): boolean => {
  if (element.closest(apart)) return false
  for (let node: Node | null = element; node; node = parentOf(node)) {
    const holds = holdsInReact(node)
    if (holds !== undefined) return !holds
    if ('_vnode' in node) return isElement(node) && node.hasAttribute('data-v-app')
  }
  return !isDocumentWide() && !element.closest(usualContainers)
}

/**
 * Decides how an element has to be treated because of a framework. The knowledge of frameworks is a chunk, loaded as soon
 * as there is a sign of one; if it does not load, the page is taken for one without a framework.
 *
 * The returned function looks at the page. The function that it returns answers for many elements, and is valid only in
 * the same task: `undefined` while the chunk is loading.
 *
 * @param arrived called when the chunk has loaded
 */
export const createFrameworkGate = (
  load: Chunks['frameworks'],
  { isRenderedHere, isFrameworkLikely }: Containers,
  arrived: () => void,
): (() => KeepingTools['frameworkOf']) => {
  let isAsked = false
  let framework: Framework | undefined
  const ask = async () => {
    if (isAsked) return
    isAsked = true
    const chunk = await load().catch(() => undefined)
    framework = chunk?.createFramework() ?? atOnce
    quietly(arrived)
  }
  if (isFrameworkLikely()) ask()
  return () => {
    const hasSign = seeSigns()
    return (element) => {
      if (!hasSign(element) || isRenderedHere(element)) return atOnce
      ask()
      return framework ?? (isDone(element) ? atOnce : undefined)
    }
  }
}
