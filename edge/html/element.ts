/** An element as far as its start tag, and what stands before and above it, tell. */
export interface StreamedElement {
  name: string
  parent: StreamedElement | undefined
  /** Values of the attributes that selectors ask for; `undefined`: one that cannot be read for sure. */
  attributes: Map<string, string | undefined>
  /** Its place among its parent's elements, and among those of its name, from 1. */
  index: number
  indexOfType: number
  /** How many elements it has so far. */
  children: number
  childrenOfType: Map<string, number> | undefined
  /** A part of an SVG or a formula. */
  isForeign: boolean
  /** Whether it is on the stack of open elements. */
  isOpen: boolean
  /** Left sides of `+` and `~` that the last element in it, and any in it, have matched. */
  lastMatched: Set<number> | undefined
  anyMatched: Set<number> | undefined
  /** In what a framework will hydrate. */
  isHydrated: boolean
}

/** Makes an element, and counts it in its parent. */
export function createElement(
  name: string,
  parent: StreamedElement | undefined,
  attributes: StreamedElement['attributes'],
  isForeign = false,
): StreamedElement {
  const index = parent ? ++parent.children : 1
  const indexOfType = (parent?.childrenOfType?.get(name) ?? 0) + 1
  if (parent) {
    parent.childrenOfType ??= new Map()
    parent.childrenOfType.set(name, indexOfType)
  }
  return {
    name,
    parent,
    attributes,
    index,
    indexOfType,
    children: 0,
    childrenOfType: undefined,
    isForeign,
    isOpen: true,
    lastMatched: undefined,
    anyMatched: undefined,
    isHydrated: parent?.isHydrated ?? false,
  }
}
