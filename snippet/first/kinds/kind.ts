import type { Slot } from '../../../wire/targets.ts'
import type { Hold } from '../hold.ts'
import type { Item } from '../item.ts'
import type { PartName, Value } from '../parts.ts'

/** What an item needs to change its target. */
export interface Tools {
  /** Gives a part of a node a value, and keeps what the page has there. Returns whether it had another value before. */
  put(hold: Hold, node: Node, part: PartName, wanted: Value): boolean
  /** Gives a part of a node back that another item has written, which has no claim on it any more. */
  takeBack(node: Node, part: PartName): void
  /** The item that has taken this slot of a node, if one has. */
  takerOf(node: Node, slot: Slot): Item | undefined
  /**
   * Whether a target's texts stay as they are: the page has set the personal words in its own way, or has emptied them a
   * moment ago. Never in the first writes.
   */
  leavesTexts(hold: Hold, texts: Text[]): boolean
  /**
   * Waits for an item's picture. The item is revealed when the picture has loaded, and given up if it does not load.
   *
   * @param isOld whether the picture may have loaded before, as with the edge's work. Default: false
   * @param source the source of the image's `picture` that the item has changed. Default: the image itself
   */
  awaitPicture(item: Item, image: HTMLImageElement, isOld?: boolean, source?: Element): void
}

/** What an item of one type does. Those of `follow` need more tools. */
export interface Kind<Needs = Tools> {
  /** Whether the change would be visible in this element. Default: always. */
  isSeen?(element: HTMLElement): boolean
  /** Changes the element; does nothing if it is already as wanted. */
  apply(hold: Hold, tools: Needs): void
}
