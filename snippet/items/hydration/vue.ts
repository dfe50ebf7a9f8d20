/** What Vue stores for a part of the page. The names are those of its source. */
interface VirtualNode {
  type: string | { __asyncLoader?: unknown }
  el: Node | null
  children: unknown
  component: { isMounted: boolean; subTree: VirtualNode | null } | null
  suspense: { pendingBranch: VirtualNode | null; activeBranch: VirtualNode } | null
}

/**
 * Whether Vue will still hydrate the element, if the node is Vue's container; else undefined. The container gets `_vnode`
 * when everything that waits for nothing has hydrated. A component with an async `setup`, as a page of Nuxt may be,
 * hydrates when its data has come; an async component when it is loaded or seen.
 */
export function waitsForVue(node: Node & { _vnode?: VirtualNode }, element: Element): boolean | undefined {
  return node._vnode && waits(node._vnode, element)
}

function waits({ type, el, children, component, suspense }: VirtualNode, element: Element): boolean {
  if (typeof type === 'string' && !el?.contains(element)) return false
  if (component) {
    const { subTree, isMounted } = component
    // The wrapper of an async component counts as mounted before the component has loaded (`defineAsyncComponent`). Until
    // then its subtree has no component.
    const isThere = (type as { __asyncLoader?: unknown }).__asyncLoader ? subTree?.component : isMounted
    if (subTree && isThere) return waits(subTree, element)
    // If a component's nodes begin with a comment, nothing says which of the server's is the last: it may be any that follows.
    const start = subTree?.el ?? el
    const isAfter = !!start && !!(start.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    return isAfter && !!(start.nodeType === 1 ? start : start.parentNode)?.contains(element)
  }
  const parts = suspense ? [suspense.pendingBranch ?? suspense.activeBranch] : children
  return Array.isArray(parts) && parts.some((part) => part?.type && waits(part, element))
}
