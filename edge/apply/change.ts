import {
  type ContentType,
  hasSource,
  isAllowedIn,
  isTarget,
  previewed,
  showsPlaceholder,
  slots,
} from '../../wire/targets.ts'
import type { StreamedElement } from '../html/element.ts'
import { canBeWritten, escapeText } from '../html/escape.ts'
import { isCleanHtml } from './clean-html.ts'
import type { PlannedItem } from './plan.ts'

/** How an element is changed: attributes of its start tag, and its content. */
export interface Change {
  attributes: { name: string; value: string }[]
  content?: ChangedContent | undefined
}

/** Another content of an element. */
export interface ChangedContent {
  type: 'text' | 'html'
  payload: string
  /** The payload as it is written. */
  markup: string
}

/**
 * How items change an element. Of several items for one part, the last one counts. If a change is not certain to be right,
 * it is left to the browser, with all other changes of the element.
 */
export function changeOf(
  items: readonly PlannedItem[],
  element: StreamedElement,
  base: string,
): Change | undefined {
  const accepted = items.filter((item) => accepts(item, element, base))
  const last = new Map(accepted.map((item) => [slots[item.type], item]))
  const change: Change = { attributes: [] }
  for (const item of last.values()) {
    const before = sizeOf(change)
    if (item.isLeft) return undefined
    if (canBeWritten(item.payload)) makers[item.type](change, item, element, base)
    if (sizeOf(change) === before) return undefined
  }
  return sizeOf(change) > 0 ? change : undefined
}

const sizeOf = ({ attributes, content }: Change) => attributes.length + (content ? 1 : 0)

/** The snippet's own rule: `accepts` in snippet/items/items.ts. A `meta` is for the edge alone. */
function accepts(
  { type, payload }: PlannedItem,
  { name, attributes }: StreamedElement,
  base: string,
): boolean {
  const isPreviewed = (one: string) => previewed[type]?.test(attributes.get(one) ?? '')
  const isAccepted = name === 'meta' ? ['property', 'name'].some(isPreviewed) : isTarget(type, name)
  if (!isAccepted || !isAllowedIn(slots[type], payload, name, base)) return false
  return type !== 'text' || name !== 'input' || showsPlaceholder(attributes.get('type') ?? 'text')
}

type Maker = (change: Change, item: PlannedItem, element: StreamedElement, base: string) => void

const makers: Record<ContentType, Maker> = {
  text(change, { payload }, { name }) {
    if (name === 'meta') change.attributes.push({ name: 'content', value: payload })
    else if (name === 'input' || name === 'textarea')
      change.attributes.push({ name: 'placeholder', value: payload })
    else change.content = { type: 'text', payload, markup: escapeText(payload) }
  },
  html(change, { payload }, element, base) {
    const room = contentModels.find(({ names }) => names.test(element.name))
    if (!room || !isCleanHtml(payload, base)) return
    const tags = [...payload.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name)
    if (room.inline && !tags.every((name) => room.inline?.test(name))) return
    if (tags.includes('a') && isIn(element, 'a')) return
    change.content = { type: 'html', payload, markup: payload.replace(/[^\n\t -~]/gu, escapeText) }
  },
  src(change, { payload }, element, base) {
    if (element.name === 'meta') return putPreviewPicture(change, new URL(payload, base))
    if (!hasSource(element.name) || element.name === 'source' || isIn(element, 'picture')) return
    change.attributes.push({ name: 'src', value: payload })
    if (element.name === 'img' && element.attributes.has('srcset'))
      change.attributes.push({ name: 'srcset', value: '' })
  },
  href(change, { payload }) {
    change.attributes.push({ name: 'href', value: payload })
  },
}

/** Crawlers need an absolute address. */
function putPreviewPicture({ attributes }: Change, { protocol, href }: URL) {
  if (/^https?:$/.test(protocol)) attributes.push({ name: 'content', value: href })
}

/** Elements that may contain any element, and elements that may contain phrasing content only. */
const contentModels: { names: RegExp; inline?: RegExp }[] = [
  {
    names: /^(?:div|section|article|aside|main|header|footer|nav|td|th|li|dd|blockquote|figure|figcaption)$/,
  },
  {
    names: /^(?:p|h[1-6]|span|a|b|em|strong|i|small|label|dt|button|summary|caption)$/,
    inline: /^(?:a|abbr|b|br|cite|code|em|i|img|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)$/,
  },
]

function isIn(element: StreamedElement, name: string): boolean {
  for (let one: StreamedElement | undefined = element; one; one = one.parent)
    if (one.name === name) return true
  return false
}
