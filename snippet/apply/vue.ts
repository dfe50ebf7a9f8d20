/** What Vue remembers of a part of the page; the names are those of its source. */
interface VirtualNode {
  type: string | { __asyncLoader?: unknown }
  el: Node | null
  /** Where a part of several nodes ends. */
  anchor: Node | null
  children: unknown
  component: { isMounted: boolean; subTree: VirtualNode } | null
  suspense: { pendingBranch: VirtualNode | null; activeBranch: VirtualNode } | null
}

/** Whether a renderer of Vue 3 was made in the page (`baseCreateRenderer`). */
export const isVueHere = (): boolean => '__VUE__' in window

/**
 * Whether Vue will still hydrate the element, where the node is its container; undefined if it is not. The container has
 * this from the moment when all has hydrated that waits for nothing: a component with an async `setup`, as a page of Nuxt
 * may be, hydrates when that has come, and an async one when it is loaded or seen.
 */
export const holdsInVue = (node: Node & { _vnode?: VirtualNode }, element: Element): boolean | undefined =>
  node._vnode && waits(node._vnode, element)

const waits = ({ type, el, children, component, suspense }: VirtualNode, element: Element): boolean => {
  if (typeof type === 'string' && !el?.contains(element)) return false
  if (component) {
    const { subTree, isMounted } = component
    // What loads a component counts as mounted before it has (`defineAsyncComponent`): then it stands for no other.
    const isThere = (type as { __asyncLoader?: unknown }).__asyncLoader ? subTree.component : isMounted
    return isThere ? waits(subTree, element) : isAmong(subTree, element)
  }
  const parts = suspense ? [suspense.pendingBranch ?? suspense.activeBranch] : children
  return Array.isArray(parts) && parts.some((part) => part?.type && waits(part, element))
}

/** Whether the element is among the server's nodes that a component which is not there yet will hydrate. */
const isAmong = ({ el, anchor }: VirtualNode, element: Element): boolean => {
  const range = new Range()
  range.setStartBefore(el as Node)
  range.setEndAfter((anchor ?? el) as Node)
  return range.intersectsNode(element)
}
