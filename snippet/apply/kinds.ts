import { type ContentType, isTarget, type Slot, slots } from '../../wire/targets.ts'
import { isAllowed } from './allowed.ts'
import type { Framework } from './framework-gate.ts'
import type { Hold } from './hold.ts'
import type { Item } from './item.ts'
import { href } from './kinds/href.ts'
import { html } from './kinds/html.ts'
import { src } from './kinds/src.ts'
import { text } from './kinds/text.ts'
import { isSvg } from './walk.ts'

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

/** What each type of content item does. */
export const kinds: Record<ContentType, Kind> = { text, html, src, href }

/** Whether an item may change an element, and the change would be visible. */
export const accepts = ({ type, payload }: Item, element: HTMLElement): boolean => {
  if (!isTarget(type, element.localName, isSvg(element)) || kinds[type].isSeen?.(element) === false)
    return false
  return isAllowed(payload, slots[type], element)
}
