import type { ContentType } from '../../wire/record.ts'
import type { Hold } from './hold.ts'
import { href } from './href.ts'
import { html } from './html.ts'
import type { Item } from './item.ts'
import type { PartName, Value } from './parts.ts'
import { src } from './src.ts'
import { text } from './text.ts'

/** What an item needs to change its target. */
export interface Tools {
  /** Makes a part of a node be a value. Answers whether it was not. */
  put(node: Node, part: PartName, value: Value): boolean
  /** Whether an item has this of a node. */
  isTaken(node: Node, slot: Kind['slot']): boolean
  /** Waits for a picture of an item: it is revealed when it is there, and given up where it does not load. */
  awaitPicture(item: Item, image: HTMLImageElement): void
  /** Follows changes of styles, too, from now on. */
  watchStyles(): void
}

/** What an item of one type does. */
export interface Kind {
  /** What of an element it takes: of two items that take the same the later wins. */
  slot: 'content' | 'src' | 'href'
  /** Whether the element may be changed so, and somebody would see it. */
  accepts(item: Item, element: HTMLElement): boolean
  /** Whether the element says already what it is to say, as clones of a target do. */
  says(item: Item, element: HTMLElement): boolean
  /** Makes the element as it is to be; nothing where it is. */
  apply(hold: Hold, tools: Tools): void
}

/** What each type of content item does. */
export const kinds: Record<ContentType, Kind> = { text, html, src, href }
