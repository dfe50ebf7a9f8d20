import type { Slot } from '../../wire/targets.ts'
import type { Item } from './item.ts'
import type { Writes } from './writes.ts'

/** What an item needs to change its target. */
export interface Tools extends Writes {
  /** The item that has taken this slot of an element in this pass. Default: the content's. */
  takerOf(node: Node, slot?: Slot): Item | undefined
  /** The item stays hidden until its picture has loaded, and is given up if it does not load. */
  awaitPicture(item: Item, image: HTMLImageElement): void
}
