import { type ContentType, isTarget, slots } from '../../wire/targets.ts'
import { isAllowed } from './allowed.ts'
import type { Item } from './item.ts'
import { href } from './kinds/href.ts'
import type { Kind } from './kinds/kind.ts'
import { src } from './kinds/src.ts'
import { text } from './kinds/text.ts'
import { isSvg } from './walk.ts'

/** What items of type `html` do is in the chunk that sanitises them: they wait for it. */
const html: Kind = {
  apply: (hold, tools) => tools.html()?.apply(hold, tools),
}

/** What each type of content item does. */
export const kinds: Record<ContentType, Kind> = { text, html, src, href }

/** Whether an item may change an element, and the change would be visible. */
export const accepts = ({ type, payload }: Item, element: HTMLElement): boolean => {
  if (!isTarget(type, element.localName, isSvg(element)) || kinds[type].isSeen?.(element) === false)
    return false
  return isAllowed(payload, slots[type], element)
}
