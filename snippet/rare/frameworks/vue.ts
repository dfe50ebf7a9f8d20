import { isElement, parentOf } from '../../first/walk.ts'

/** What Vue stores for a part of the page. The names are those of its source. */
interface VirtualNode {
  type: string | { __asyncLoader?: unknown }
  el: Node | null
  /** The last node of a fragment. */
  anchor: Node | null
  children: unknown
  component: { isMounted: boolean; subTree: VirtualNode | null } | null
  suspense: { pendingBranch: VirtualNode | null; activeBranch: VirtualNode } | null
}

/** Whether the page has created a renderer of Vue 3 (`baseCreateRenderer`). */
export const isVueHere = (): boolean => '__VUE__' in window

/**
 * Whether Vue will still hydrate the element, if the node is Vue's container; else undefined. The container gets `_vnode`
 * when everything that waits for nothing has hydrated. A component with an async `setup`, as a page of Nuxt may be,
 * hydrates when its data has come; an async component when it is loaded or seen.
 */
export const holdsInVue = (node: Node & { _vnode?: VirtualNode }, element: Element): boolean | undefined =>
  node._vnode && waits(node._vnode, element)

const waits = ({ type, el, children, component, suspense }: VirtualNode, element: Element): boolean => {
  if (typeof type === 'string' && !el?.contains(element)) return false
  if (component) {
    const { subTree, isMounted } = component
    // The wrapper of an async component counts as mounted before the component has loaded (`defineAsyncComponent`). Until
    // then its subtree has no component.
    const isThere = (type as { __asyncLoader?: unknown }).__asyncLoader ? subTree?.component : isMounted
    return subTree && isThere ? waits(subTree, element) : isAmong(subTree ?? serversOf(el), element)
  }
  const parts = suspense ? [suspense.pendingBranch ?? suspense.activeBranch] : children
  return Array.isArray(parts) && parts.some((part) => part?.type && waits(part, element))
}

/** The server's nodes of a component, by its range. */
type Servers = Pick<VirtualNode, 'el' | 'anchor'>

/**
 * The server's nodes of a component without a subtree: before Vue 3.5.43 it has none until its setup has come. Where several
 * nodes begin with a comment, nothing says which is the last: it may be any that follows.
 */
const serversOf = (el: Node | null): Servers => ({
  el,
  anchor: el && !isElement(el) ? (parentOf(el)?.lastChild ?? el) : el,
})

/** Whether the element is among the server's nodes that a component will hydrate once it has loaded. */
const isAmong = ({ el, anchor }: Servers, element: Element): boolean => {
  const range = new Range()
  range.setStartBefore(el as Node)
  range.setEndAfter((anchor ?? el) as Node)
  return range.intersectsNode(element)
}
