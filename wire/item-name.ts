import type { AnalyticsType } from './event.ts'
import type { ContentType } from './targets.ts'

const elements = new Map([
  ['h1', 'Headline'],
  ['h2', 'Heading'],
  ['h3', 'Heading'],
  ['h4', 'Heading'],
  ['img', 'Picture'],
  ['picture', 'Picture'],
  ['video', 'Video'],
  ['a', 'Link'],
  ['button', 'Button'],
  ['p', 'Paragraph'],
  ['li', 'List entry'],
  ['nav', 'Menu'],
  ['header', 'Header'],
  ['footer', 'Footer'],
  ['form', 'Form'],
  ['section', 'Section'],
  ['figure', 'Figure'],
  ['blockquote', 'Quote'],
  ['meta', 'Link preview'],
  ['title', 'Link preview'],
])

const kinds: Record<ContentType | AnalyticsType, string> = {
  text: 'Text',
  src: 'Picture',
  href: 'Link',
  html: 'Text',
  view: 'Element',
  click: 'Button',
  duration: 'Element',
}

/**
 * What people read as the name of an item: its own, else what its selector tells.
 *
 * @example
 * itemName({ selector: '#hero h1', type: 'text' }) // 'Headline (hero)'
 * itemName({ selector: '#book-a-demo', type: 'href' }) // 'Link (book a demo)'
 */
export function itemName(item: {
  name?: string | undefined
  selector: string
  type: ContentType | AnalyticsType
}): string {
  if (item.name) return item.name
  const last = item.selector.split(/[\s>+~]+/).at(-1) ?? ''
  const tag = /^[a-z][a-z0-9]*/i.exec(last)?.[0].toLowerCase() ?? ''
  const kind = elements.get(tag) ?? kinds[item.type]
  const words = namesIn(item.selector).at(-1)
  return words ? `${kind} (${words})` : kind
}

/** The ids, classes and values of attributes in a selector, and a bare name, as words. */
function namesIn(selector: string): string[] {
  const bare = /^[\w-]+$/.test(selector) && !elements.has(selector.toLowerCase()) ? [selector] : []
  const found = [...selector.matchAll(/[#.]([\w-]+)|\[[\w-]+[~|^$*]?=["']?([^"'\]]+)/g)]
  return [...bare, ...found.map(([, name, value]) => name ?? value ?? '')]
    .map((name) => name.replace(/[-_]+/g, ' ').trim())
    .filter((name) => /\p{L}{2}/u.test(name))
}
