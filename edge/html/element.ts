import type { Attributes } from './attributes.ts'
import type { TagName } from './tag-name.ts'

/** An element as far as its start tag, and what stands before and above it, tell. */
export interface StreamedElement {
  name: string
  tagName: TagName
  parent: StreamedElement | undefined
  /** The attributes that selectors ask for. */
  attributes: Attributes
  /** Its place among its parent's elements, and among those of its name, from 1. */
  index: number
  indexOfType: number
  /** How many elements it has so far; of each name only where a selector asks for it. */
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
  tagName: TagName,
  parent: StreamedElement | undefined,
  attributes: Attributes,
  isForeign: boolean,
): StreamedElement {
  return {
    name: tagName.text,
    tagName,
    parent,
    attributes,
    index: parent ? ++parent.children : 1,
    indexOfType: 1,
    children: 0,
    childrenOfType: undefined,
    isForeign,
    isOpen: true,
    lastMatched: undefined,
    anyMatched: undefined,
    isHydrated: parent ? parent.isHydrated : false,
  }
}

/** Counts an element among those of its name in its parent. */
export function countType(element: StreamedElement): void {
  const { parent, name } = element
  if (!parent) return
  parent.childrenOfType ??= new Map()
  element.indexOfType = (parent.childrenOfType.get(name) ?? 0) + 1
  parent.childrenOfType.set(name, element.indexOfType)
}
