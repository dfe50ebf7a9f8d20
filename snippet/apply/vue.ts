/** What Vue remembers of a part of the page; the names are those of its source. */
interface VirtualNode {
  type: unknown
  el: Node | null
  /** Where a part of several nodes ends. */
  anchor: Node | null
  children: unknown
  component: { isMounted: boolean; subTree?: VirtualNode } | null
  suspense: { pendingBranch: VirtualNode | null; activeBranch: VirtualNode | null } | null
}

/** What Vue leaves on the container when it has mounted, and hydrated all that waits for nothing. */
interface Container extends Node {
  __vue_app__?: object
  _vnode?: VirtualNode
}

/** Whether a renderer of Vue 3 was made in the page (`baseCreateRenderer`). */
export const isVueHere = (): boolean => '__VUE__' in window

/**
 * Whether Vue will still hydrate the element, where the node is its container; undefined if it is not. A component with an
 * async `setup`, as every page of Nuxt may be, hydrates when that has come, and an async one when it is loaded or seen.
 */
export const holdsInVue = (node: Container, element: Element): boolean | undefined =>
  node.__vue_app__ && node._vnode && waits(node._vnode, element)

/** Whether a component that is not there yet has the element among the server's nodes that it will hydrate. */
const waits = (node: VirtualNode, element: Element): boolean => {
  const { type, el, children, component, suspense } = node
  if (typeof type === 'string' && !el?.contains(element)) return false
  if (component) {
    const { subTree = node, isMounted } = component
    return isThere(type, subTree, isMounted) ? waits(subTree, element) : spans(subTree, element)
  }
  const branch = suspense?.pendingBranch ?? suspense?.activeBranch
  if (branch) return waits(branch, element)
  return Array.isArray(children) && children.some((child) => child?.type && waits(child, element))
}

/** What loads a component counts as mounted before it has (`defineAsyncComponent`): then it stands for no other. */
const isThere = (type: unknown, subTree: VirtualNode, isMounted: boolean): boolean =>
  (type as { __asyncLoader?: unknown }).__asyncLoader ? !!subTree.component : isMounted

const spans = ({ el, anchor }: VirtualNode, element: Element): boolean =>
  !!el &&
  (el.contains(element) ||
    element.contains(el) ||
    (!!anchor &&
      !!(el.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
      !!(anchor.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)))
