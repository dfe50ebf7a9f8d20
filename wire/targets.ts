import { isAllowedUrl, type UrlAttribute } from './urls.ts'

/** The whole page, and elements that run, embed something, or are not content: never a target. */
const code = 'html|head|script|style|template|link|base|embed|object|iframe'

/** Elements without a visible text of their own. */
const textless =
  'area|audio|br|canvas|col|colgroup|datalist|hr|img|map|meta|noscript|optgroup|param|picture|progress|select|source|track|video|wbr'

/** HTML elements that each type of item may change, by their local names. */
const inHtml = {
  text: new RegExp(`^(?!(${code}|body|${textless})$)`),
  html: new RegExp(`^(?!(${code}|body|${textless}|input|option|textarea|title)$)`),
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

/** The slot that items of each type take. If two items take the same slot of an element, the later one wins. */
export const slots: Record<ContentType, Slot> = {
  text: 'content',
  html: 'content',
  src: 'src',
  href: 'href',
}

/**
 * Whether a value is allowed in a slot of an element. Only URLs can be refused.
 *
 * @param slot undefined: any value is allowed
 * @param name local name of the element
 * @param base address of the page
 */
export const isAllowedIn = (slot: Slot | undefined, value: string, name: string, base: string): boolean =>
  !slot || slot === 'content' || isAllowedUrl(value, slot, name, base)

/**
 * Whether an item of this type may change an element of this name. For `src`, elements other than image, source, video,
 * audio and iframe also need a background image; the caller has to check that.
 */
export const isTarget = (type: ContentType, name: string, isSvg = false): boolean =>
  !!(isSvg ? inSvg : inHtml)[type]?.test(name)

/** Whether this is a type of content items. */
export const isContentType = (type: unknown): type is ContentType => Object.hasOwn(inHtml, `${type}`)

/** Whether an element of this name shows what its `src` names. */
export const hasSource = (name: string): boolean => /^(img|source|video|audio|iframe)$/.test(name)

/** Kinds of `input` that show a placeholder. */
export const showsPlaceholder = (inputType: string): boolean =>
  /^(text|search|url|tel|email|password|number|textarea)$/.test(inputType)
