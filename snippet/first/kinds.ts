import { type ContentType, isTarget, slots } from '../../wire/targets.ts'
import { isAllowed } from './allowed.ts'
import type { Item } from './item.ts'
import { href } from './kinds/href.ts'
import type { Kind } from './kinds/kind.ts'
import { src } from './kinds/src.ts'
import { text } from './kinds/text.ts'
import { isSvg } from './walk.ts'

/** The types of content item that are written at once, and what they do. */
export const firstKinds: Record<Exclude<ContentType, 'html'>, Kind> & { html?: never } = { text, src, href }

/** Whether what an element contains can be seen: a shadow root without a slot shows its own instead. */
const showsContent = ({ shadowRoot }: Element) =>
  !shadowRoot?.querySelector || !!shadowRoot.querySelector('slot')

/** Whether an item may change an element, and the change would be visible. */
export const isAccepted = (
  { type, payload }: Item,
  element: HTMLElement,
  kind: Pick<Kind, 'isSeen'> | undefined,
): boolean =>
  isTarget(type, element.localName, isSvg(element)) &&
  (slots[type] !== 'content' || showsContent(element)) &&
  kind?.isSeen?.(element) !== false &&
  isAllowed(payload, slots[type], element)
