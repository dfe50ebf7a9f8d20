import { isAllowedUrl, type UrlAttribute } from './urls.ts'

/** What runs, frames, or is read by nobody: never a target. */
const code = 'script|style|template|link|base|embed|object|iframe'

/** What has no text of its own that could be seen. */
const textless =
  'area|audio|br|canvas|col|colgroup|datalist|head|hr|img|map|meta|noscript|optgroup|param|picture|progress|select|source|track|video|wbr'

/** HTML elements that each type of item may change, by their local names. */
const inHtml = {
  text: new RegExp(`^(?!(${code}|${textless})$)`),
  html: new RegExp(`^(?!(${code}|${textless}|input|option|textarea|title)$)`),
  src: new RegExp(`^(?!(${code.replace('|iframe', '')})$)`),
  href: /^(a|area)$/,
} satisfies Record<string, RegExp>

/** What a content item changes in its target: `text` its text, `src` or `href` that attribute, `html` its content. */
export type ContentType = keyof typeof inHtml

/** SVG elements that some types of item may change. An SVG's title and description are not seen. */
const inSvg: { [Type in ContentType]?: RegExp } = {
  text: /^(text|tspan|textPath|a)$/,
  href: /^a$/,
}

/** What of an element an item takes. */
export type Slot = 'content' | UrlAttribute

/** What items of each type take: of two that take the same of an element the later wins. */
export const slots: Record<ContentType, Slot> = {
  text: 'content',
  html: 'content',
  src: 'src',
  href: 'href',
}

/**
 * Whether a value may stand in a slot of an element of this name, on a page of this address: a URL has to be allowed.
 *
 * @param slot undefined for what is none
 */
export const isAllowedIn = (slot: Slot | undefined, value: string, name: string, base: string): boolean =>
  !slot || slot === 'content' || isAllowedUrl(value, slot, name, base)

/**
 * Whether an item of this type may change an element of this name. For `src` an element that is no image, source,
 * video, audio or iframe must have a background image, too, which its name does not tell.
 */
export const isTarget = (type: ContentType, name: string, isSvg = false): boolean =>
  !!(isSvg ? inSvg : inHtml)[type]?.test(name)

/** Whether there are items of this type. */
export const isContentType = (type: unknown): type is ContentType => Object.hasOwn(inHtml, `${type}`)

/** Whether an element of this name shows what its `src` says. */
export const hasSource = (name: string): boolean => /^(img|source|video|audio|iframe)$/.test(name)

/** Kinds of `input` that show a placeholder. */
export const showsPlaceholder = (inputType: string): boolean =>
  /^(text|search|url|tel|email|password|number|textarea)$/.test(inputType)
