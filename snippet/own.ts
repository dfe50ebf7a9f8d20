/** The browser's own properties of nodes and documents, by inheritance: pages may have a `Node` or `Document` of their own. */
const prototype = () =>
  HTMLDocument.prototype as HTMLDocument & { __lookupGetter__(name: string): () => unknown }

const getters: Record<string, () => unknown> = {}

/**
 * Reads a property of a node or document by the browser's own getter: on the object itself, a form field or an image of that
 * name would hide it.
 */
export const readOwn = (node: Node, name: string): unknown => {
  getters[name] ??= prototype().__lookupGetter__(name)
  return getters[name].call(node)
}

/** Calls the browser's own `querySelectorAll`. May throw. */
export const queryOwn = (css: string): NodeListOf<HTMLElement> =>
  prototype().querySelectorAll.call(document, css) as never

/** Whether a node is, or is inside, another one, by the browser's own `contains`. */
export const isWithin = (root: Node, node: Node | null): boolean => prototype().contains.call(root, node)

/** The browser's `Promise`: a page may have something else of that name. */
export const OwnPromise = (async () => {})().constructor as PromiseConstructor
