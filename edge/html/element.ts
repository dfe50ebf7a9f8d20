import type { Attributes } from './attributes.ts'
import type { TagName } from './tag-name.ts'

/** An element as far as it is known at its start tag, from what comes before it and from its ancestors. */
export interface StreamedElement {
  name: string
  tagName: TagName
  parent: StreamedElement | undefined
  /** Its wanted attributes. */
  attributes: Attributes
  /** Its position among its parent's elements, and among those with its name, from 1. */
  index: number
  indexOfType: number
  /** How many child elements it has so far; by name only if a selector needs it. */
  children: number
  childrenOfType: Map<string, number> | undefined
  /** Whether it is the root of a shadow tree, which is no child of its parent. */
  isShadowRoot: boolean
  hasShadowRoot: boolean
  /** Whether its children cannot be counted: a script may already have given it a shadow root. Then their indexes are NaN. */
  isUncountable: boolean
  /** Whether the page has no tag of it, as of most `tbody`. */
  isImplied: boolean
  /** Whether it is an SVG or MathML element. */
  isForeign: boolean
  /** Whether it is on the stack of open elements. */
  isOpen: boolean
  /** Left sides of `+` and `~` that its last child element has matched, and that any of them has matched. */
  lastMatched: Set<number> | undefined
  anyMatched: Set<number> | undefined
  /** Those for which it is not certain, because a value of a child element cannot be read. */
  unread: Set<number> | undefined
  /** Whether a framework will hydrate it. */
  isHydrated: boolean
}

/** Creates an element, and counts it in its parent. */
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
    isShadowRoot: false,
    hasShadowRoot: false,
    isUncountable: false,
    isImplied: false,
    isForeign,
    isOpen: true,
    lastMatched: undefined,
    anyMatched: undefined,
    unread: undefined,
    isHydrated: parent ? parent.isHydrated : false,
  }
}

/** Creates the root of a shadow tree, which is not counted among the host's children. */
export function createShadowRoot(
  tagName: TagName,
  host: StreamedElement,
  attributes: Attributes,
): StreamedElement {
  host.hasShadowRoot = true
  // The constructor of a custom element may have attached a shadow root. Then the template is an ordinary child.
  if (!host.tagName.isShadowHost) {
    host.isUncountable = true
    host.children = Number.NaN
  }
  return { ...createElement(tagName, undefined, attributes, false), isShadowRoot: true, isHydrated: true }
}

/** Counts an element among its parent's elements with that name. */
export function countType(element: StreamedElement): void {
  const { parent, name } = element
  if (!parent) return
  parent.childrenOfType ??= new Map()
  element.indexOfType = parent.isUncountable ? Number.NaN : (parent.childrenOfType.get(name) ?? 0) + 1
  parent.childrenOfType.set(name, element.indexOfType)
}
