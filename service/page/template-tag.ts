/** What the tag of a template is made of. */
export interface TagParts {
  /** The built `loader.js`. */
  loader: string
  /** Where records and events live, without a slash at the end. */
  host: string
  /** The selectors to prehide. */
  selectors: readonly string[]
}

/** What a tag may have, in bytes, with a line break behind it 1,024. */
const maxTagBytes = 1023

/** A name that the snippet takes for an id or a `data-content` where no element has it. */
const bareName = /^[a-z][\w-]*$/i

/** Names that are those of elements in all pages, so that nobody means an id by them. */
const elementName =
  /^(a|article|aside|b|blockquote|body|button|em|figcaption|figure|footer|h[1-6]|header|i|iframe|img|label|li|main|nav|ol|p|picture|section|small|source|span|strong|table|td|th|title|tr|ul|video)$/i

/**
 * The tag to paste for a template: the loader inline, with the selectors that it hides until they are applied. What
 * does not fit into 1,024 bytes is applied all the same, but not hidden before.
 */
export function templateTag({ loader, host, selectors }: TagParts): string {
  const tagHiding = (hide: string[]) =>
    `<script data-host="${attribute(host)}" data-hide="${attribute(hide.join(','))}">${script(loader)}</script>`
  const hide: string[] = []
  for (const selector of new Set(selectors.flatMap(hidingSelectors)))
    if (Buffer.byteLength(tagHiding([...hide, selector])) <= maxTagBytes) hide.push(selector)
  return tagHiding(hide)
}

/** A selector as a style sheet understands it: there a bare name is only an element's. */
function hidingSelectors(selector: string): string[] {
  const name = selector.trim()
  if (!bareName.test(name) || elementName.test(name)) return [name]
  return [`#${name}`, `[data-content=${name}]`]
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
