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
  /** How many child elements it has so far, NaN if that cannot be said; by name only if a selector needs it. */
  children: number
  childrenOfType: Map<string, number> | undefined
  hasShadowRoot: boolean
  /** Whether the page has no tag of it, as of most `tbody`. */
  isImplied: boolean
  /** Whether it is an SVG or MathML element. */
  isForeign: boolean
  /** Whether it is on the stack of open elements. */
  isOpen: boolean
  /** What its earlier siblings, and its children so far, have matched of the left sides of `+` and `~`. */
  before: SiblingMatches | undefined
  childMatches: SiblingMatches | undefined
  /** Whether a framework will hydrate it. */
  isHydrated: boolean
}

/** Which left sides of `+` and `~` siblings have matched. */
export interface SiblingMatches {
  readonly last: ReadonlySet<number>
  readonly any: ReadonlySet<number>
  /** Those for which it is not certain, because a value of a sibling cannot be read. */
  readonly unread: ReadonlySet<number>
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
    hasShadowRoot: false,
    isImplied: false,
    isForeign,
    isOpen: true,
    before: parent?.childMatches,
    childMatches: undefined,
    isHydrated: parent ? parent.isHydrated : false,
  }
}

/** Counts an element among its parent's elements with that name. */
export function countType(element: StreamedElement): void {
  const { parent, name } = element
  if (!parent) return
  parent.childrenOfType ??= new Map()
  const before = parent.childrenOfType.get(name) ?? 0
  element.indexOfType = Number.isNaN(parent.children) ? Number.NaN : before + 1
  parent.childrenOfType.set(name, element.indexOfType)
}
