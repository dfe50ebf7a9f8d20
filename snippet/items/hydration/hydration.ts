import { marked } from '../../../wire/frameworks.ts'
import { isDocumentWide, seeContainers } from './marks.ts'
import { waitsForReact } from './react.ts'
import { waitsForVue } from './vue.ts'

/**
 * Returns whether a framework will still compare the server's markup of an element with its own; valid in the same task only. If a text
 * differs when a framework comes, React 19 reports error 418 and renders everything again; Vue reports "Hydration completed but
 * contains mismatches".
 */
export function seeFrameworks(): (element: Element) => boolean {
  let isAwaited: ReturnType<typeof seeContainers> | undefined
  return (element) => {
    if (element.closest(marked)) return true
    for (let node: Node | null = element; node; node = node.parentNode) {
      isAwaited ??= seeContainers()
      const waits = waitsForReact(node) ?? waitsForVue(node, element) ?? (isAwaited(node) || undefined)
      if (waits !== undefined) return waits
    }
    return false
  }
}

/** Whether a framework may own the nodes in an element: it has added properties to one of them. Svelte 5 marks only the window. */
export function isOwned(element: Element): boolean {
  if (isDocumentWide() || '__svelte' in window) return true
  for (let node: Node | null = element; node; node = node.parentNode)
    if (Object.keys(node).some((key) => /^[_$]/.test(key))) return true
  return false
}
