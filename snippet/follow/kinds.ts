import { type ContentType, hasSource } from '../../wire/targets.ts'
import type { Item } from '../first/item.ts'
import { firstKinds, isAccepted } from '../first/kinds.ts'
import { applyBackground, hasBackground } from './background.ts'
import type { KeptKind } from './kind.ts'

/** The address of a picture; for elements that have none the background picture. */
const src: KeptKind = {
  isSeen: (element) => hasSource(element.localName) || hasBackground(element),
  apply(hold, tools) {
    if (hasSource(hold.element.localName)) firstKinds.src.apply(hold, tools)
    else applyBackground(hold, tools)
  },
}

/** What items of type `html` do is in the chunk that sanitises them: they wait for it. */
const html: KeptKind = {
  apply: (hold, tools) => tools.html()?.apply(hold, tools),
}

/** What each type of content item does. */
export const kinds: Record<ContentType, KeptKind> = { ...firstKinds, html, src }

/** Whether an item may change an element, and the change would be visible. */
export const accepts = (item: Item, element: HTMLElement): boolean =>
  isAccepted(item, element, kinds[item.type])
