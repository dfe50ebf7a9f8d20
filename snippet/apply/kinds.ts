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

/** What an item needs to change its target, beside `put`. */
export interface Tools {
  /** Whether an item has this of a node. */
  isTaken(node: Node, slot: Slot): boolean
  /**
   * Waits for a picture of an item: it is revealed when it is there, and given up where it does not load.
   *
   * @param isOld whether it may be there already. Default: false
   */
  awaitPicture(item: Item, image: HTMLImageElement, isOld?: boolean): void
  /** Follows changes of styles, too, from now on. */
  watchStyles(): void
  /** What knows how a framework keeps account of an element; nothing while that is on its way. */
  frameworkOf(element: Element): Framework | undefined
}

/** What an item of one type does. */
export interface Kind {
  /** Whether somebody would see it of an element that may be changed so. Default: always. */
  isSeen?(element: HTMLElement): boolean
  /** Makes the element as it is to be; nothing where it is. */
  apply(hold: Hold, tools: Tools): void
}

/** What each type of content item does. */
export const kinds: Record<ContentType, Kind> = { text, html, src, href }

/** Whether an item may change an element, and somebody would see it. */
export const accepts = ({ type, payload }: Item, element: HTMLElement): boolean => {
  if (!isTarget(type, element.localName, isSvg(element)) || kinds[type].isSeen?.(element) === false)
    return false
  return isAllowed(payload, slots[type], element)
}
