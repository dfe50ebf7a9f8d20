import type { Slot } from '../../../wire/targets.ts'
import type { Hold } from '../hold.ts'
import type { Item } from '../item.ts'

/** What an item needs to change its target, besides `put`. */
export interface Tools {
  /** Whether an item has taken this slot of a node. */
  isTaken(node: Node, slot: Slot): boolean
  /**
   * Waits for an item's picture. The item is revealed when the picture has loaded, and given up if it does not load.
   *
   * @param isOld whether the picture may have loaded before. Default: false
   */
  awaitPicture(item: Item, image: HTMLImageElement, isOld?: boolean): void
  /** Whether the page has just emptied a target of its words, to set them again: it stays empty for a while. */
  leaveEmpty(hold: Hold): boolean
  /** From now on observes changes of styles, too. */
  watchStyles(): void
  /** What items of type `html` do: they wait until its file is there. */
  html(): Kind | undefined
  /** How a framework treats an element; `undefined` while that is not known yet. */
  frameworkOf(element: Element): Framework | undefined
}

/** What an item of one type does. */
export interface Kind {
  /** Whether the change would be visible in this element. Default: always. */
  isSeen?(element: HTMLElement): boolean
  /** Changes the element; does nothing if it is already as wanted. */
  apply(hold: Hold, tools: Tools): void
}

/** How a framework treats an element. */
export interface Framework {
  /** Whether it will still compare the server's markup of the element with its own. */
  isHydrating(element: Element): boolean
  /** Whether it may write into the nodes of an `html` item. */
  mayRewrite: boolean
}
