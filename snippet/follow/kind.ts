import type { Tools } from '../first/kinds/kind.ts'
import type { Kept } from './put.ts'

/** What an item needs to change its target through what the page does. */
export interface KeepingTools extends Tools {
  /** Whether the page has just emptied a target of its words, to set them again: it stays empty for a while. */
  leaveEmpty(hold: Kept): boolean
  /** From now on observes changes of styles, too. */
  watchStyles(): void
  /** What items of type `html` do: they wait until its file is there. */
  html(): KeptKind | undefined
  /** How a framework treats an element; `undefined` while that is not known yet. */
  frameworkOf(element: Element): Framework | undefined
}

/** How a framework treats an element. */
export interface Framework {
  /** Whether it will still compare the server's markup of the element with its own. */
  isHydrating(element: Element): boolean
  /** Whether it may write into the nodes of an `html` item. */
  mayRewrite: boolean
}

/** What an item of one type does, and does again after changes of the page. */
export interface KeptKind {
  /** Whether the change would be visible in this element. Default: always. */
  isSeen?(element: HTMLElement): boolean
  /** Changes the element; does nothing if it is already as wanted. */
  apply(hold: Kept, tools: KeepingTools): void
}
