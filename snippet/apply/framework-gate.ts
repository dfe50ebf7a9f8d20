import { apart, containers } from '../../wire/frameworks.ts'
import type { Chunks } from '../chunks.ts'
import { quietly } from '../life.ts'
import type { Containers } from './containers.ts'
import type { Hold } from './hold.ts'
import type { Tools } from './kinds.ts'
import { putNodes } from './put-nodes.ts'
import { holdsInReact } from './react.ts'
import { isDocumentWide, seeSigns } from './signs.ts'
import { isElement, parentOf } from './walk.ts'

/** How a framework treats an element. */
export interface Framework {
  /** Whether it will still compare the server's markup of the element with its own. */
  isHydrating(element: Element): boolean
  /** Makes nodes of Motif's the content of an element. */
  putNodes(hold: Hold, isTaken: Tools['isTaken']): void
}

/** None will compare the element with anything: it is changed at once. */
const atOnce: Framework = { isHydrating: () => false, putNodes }

/**
 * Whether the element's own nodes tell that nothing will be compared: React is done with it, Vue has rendered it
 * without a server's markup (only then its container has `data-v-app`), or it is where none is waited for.
 */
const isDone = (element: Element): boolean => {
  if (element.closest(apart)) return false
  for (let node: Node | null = element; node; node = parentOf(node)) {
    const holds = holdsInReact(node)
    if (holds !== undefined) return !holds
    if ('_vnode' in node) return isElement(node) && node.hasAttribute('data-v-app')
  }
  return !isDocumentWide() && !element.closest(containers)
}

/**
 * Finds out what knows a framework that could be at work on an element. It is a file of its own, asked for as soon as
 * there is any sign of one; where it does not come the page is taken for a plain one. Who asks about many elements in one
 * task looks once; what that gave is not to be kept for the next task.
 *
 * @param arrived told when the file is there
 */
export const createFrameworkGate = (
  load: Chunks['frameworks'],
  { isRenderedHere, isFrameworkLikely }: Containers,
  arrived: () => void,
): (() => Tools['frameworkOf']) => {
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
