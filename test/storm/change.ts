import type { Chance } from './chance.ts'

/**
 * What a page does with its own document. It is done in two documents, one with Motif and one without, so it is chosen
 * by what the one without shows, and names elements by their keys.
 */
export interface Change {
  says: string
  /** The element that it clones. */
  cloned?: Cloned
  /** Done in a document; `find` has its elements, those that the page keeps for later too. */
  apply(document: Document, find: Find): void
}

/** An element that was cloned, and whether there are others from which only what a record writes over tells it. */
interface Cloned {
  original: Element
  hasTwins: boolean
}

/** Answers what the page itself has kept of an element: as frameworks do, it needs no look at the document for it. */
export interface Find {
  (key: string): Element
  /** By key, the text that the page has put into an element, alone. */
  texts: Map<string, Text>
}

/** What changes are chosen by. */
export interface World {
  chance: Chance
  /** The document without Motif. */
  mirror: Document
  /** What the page without Motif has kept. */
  find: Find
  /** Elements that the page has taken out and kept. */
  kept: string[]
  /** What was cloned since there were frames: Motif has not looked yet. */
  cloned: Cloned[]
  /** Whether the page's nodes have a framework's marks. */
  isMarked: boolean
  /** A key, or a number, that was not there before. */
  next(): string
}

/** Draws a change of one kind, at an element that was drawn, where it can be made there. */
export type Draw = (world: World, element: Element, key: string) => Change | undefined

/** The key of an element. */
export const keyOf = (element: Element): string => element.getAttribute('data-k') ?? ''

/** Whether other elements may be put into it: targets of HTML have no keys inside, and are no places for those that have. */
export const isPlace = (element: Element): boolean =>
  /^(MAIN|SECTION|DIV|UL|ASIDE|ARTICLE)$/.test(element.tagName) && !element.matches('.back')
