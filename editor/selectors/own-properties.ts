/** The children of an element. A form has a field named `children` in place of them: only the browser's own getter tells. */
export function childrenOf(element: Element): Element[] {
  return [...(Reflect.get(Element.prototype, 'children', element) as HTMLCollection)]
}

/** The id of an element; empty if it has none. A form has a field named `id` in its place. */
export function ownIdOf(element: Element): string {
  return element.getAttribute('id') ?? ''
}
