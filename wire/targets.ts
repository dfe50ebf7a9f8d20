import { isAllowedUrl, type UrlAttribute } from './urls.ts'

/** What of an element an item takes. */
export type Slot = 'content' | UrlAttribute

/** What a content item changes in its target: `text` its text, `src` or `href` that attribute, `html` its content. */
export type ContentType = 'text' | 'html' | 'src' | 'href'

/** The slot that items of each type take. If two items take the same slot of an element, the later one wins. */
export const slots: Record<ContentType, Slot> = {
  text: 'content',
  html: 'content',
  src: 'src',
  href: 'href',
}

/** The whole page, and elements that run, embed something, or are not content: never a target. */
const never = /^(html|head|script|style|template|link|base|embed|object)$/

const wordless =
  /^(iframe|body|area|audio|br|canvas|col|hr|img|meta|noscript|option|picture|select|source|svg|video)$/

/**
 * Whether an item of this type may change an element of this name. For `src`, elements other than image, source, video,
 * audio and iframe also need a background image; the caller has to check that. Of SVG only links.
 */
export function isTarget(type: ContentType, name: string, isSvg = false): boolean {
  if (type === 'href') return /^(a|area)$/.test(name)
  if (isSvg || never.test(name)) return false
  if (type === 'src') return true
  return (
    isContentType(type) && !wordless.test(name) && (type === 'text' || !/^(input|textarea|title)$/.test(name))
  )
}

/** The `property` or `name` of a `meta` that items of a type may change, at the edge alone: https://ogp.me, for the preview of a link. */
export const previewed: Partial<Record<ContentType, RegExp>> = {
  text: /^(description|(og|twitter):(title|description|site_name|card|image:(alt|width|height|type)|(label|data)\d))$/i,
  src: /^(og|twitter):image(:(url|secure_url|src))?$/i,
}

/** Whether a selector finds `meta` or `title`, which are for the preview of the link. */
export const isOfPreview = (selector: string): boolean =>
  /(^|[\s>+~,])(meta|title)(?![\w-])/i.test(selector.replace(/"[^"]*"|'[^']*'/g, ''))

/** Whether this is a type of content items. */
export function isContentType(type: unknown): type is ContentType {
  return Object.hasOwn(slots, `${type}`)
}

/**
 * Whether a value is allowed in a slot of an element. Only URLs can be refused.
 *
 * @param slot undefined: any value is allowed
 * @param name local name of the element
 * @param base address of the page
 */
export function isAllowedIn(slot: Slot | undefined, value: string, name: string, base: string): boolean {
  return !slot || slot === 'content' || isAllowedUrl(value, slot, name, base)
}

/** Whether an element of this name shows what its `src` names. */
export function hasSource(name: string): boolean {
  return /^(img|source|video|audio|iframe)$/.test(name)
}

/** Kinds of `input` that show a placeholder. */
export function showsPlaceholder(inputType: string): boolean {
  return /^(text|search|url|tel|email|password|number)$/.test(inputType)
}
