import { isBareName, selectorProblem } from '../templates/check-selector.ts'

/** What the tag of a template is made of. */
export interface TagParts {
  /** The built `loader.js`. */
  loader: string
  /** Where records and events live, without a slash at the end. */
  host: string
  /** The selectors to prehide. */
  selectors: readonly string[]
}

/**
 * The tag to paste for a template: the loader inline, with all the selectors that it hides until they are applied.
 *
 * The loader hides them by one rule: what is no selector is left out, because it could end that rule.
 */
export function templateTag({ loader, host, selectors }: TagParts): string {
  const sound = selectors.map((selector) => selector.trim()).filter((selector) => !selectorProblem(selector))
  const hide = [...new Set(sound.flatMap(meaningsOf))].join()
  return `<script data-host="${attribute(host)}" data-hide="${attribute(hide)}">${script(loader)}</script>`
}

/** Names of elements that nobody means an id by: a page that has no such element has nothing to hide. */
const elementName =
  /^(a|article|aside|b|blockquote|body|button|em|figcaption|figure|footer|h[1-6]|header|i|iframe|img|label|li|main|nav|ol|p|picture|section|small|source|span|strong|table|td|th|title|tr|ul|video)$/i

/** All that a selector may stand for in CSS: a bare name is an element's, an id or a `data-content`. */
function meaningsOf(selector: string): string[] {
  if (!isBareName(selector) || elementName.test(selector)) return [selector]
  const name = identifier(selector)
  return [name, `#${name}`, `[data-content=${name}]`]
}

/** A bare name as CSS writes it, where a digit cannot come first. */
function identifier(name: string): string {
  const digitFirst = /^(-?)(\d)/
  return name === '-' ? '\\-' : name.replace(digitFirst, (_, hyphen, digit) => `${hyphen}\\3${digit} `)
}

/** The simplest tag: it hides nothing. */
export function plainTag(host: string): string {
  return `<script async src="${attribute(host)}/snippet.js"></script>`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** A script's text can only be ended by its end tag, and begins a comment with `<!--`. */
function script(text: string): string {
  return text.trim().replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
