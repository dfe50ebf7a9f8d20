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
 * The tag to paste for a template: the loader inline, with the selectors that it hides until they are applied, the
 * first ones first. What does not fit into 1,024 bytes is applied all the same, but not hidden before.
 */
export function templateTag({ loader, host, selectors }: TagParts): string {
  const tagHiding = (hide: string[]) =>
    `<script data-host="${attribute(host)}" data-hide="${attribute(shorten(hide))}">${script(loader)}</script>`
  const hide: string[] = []
  for (const selector of new Set(joinSiblings(selectors.flatMap(hidingSelectors))))
    if (Buffer.byteLength(tagHiding([...hide, selector])) <= maxTagBytes) hide.push(selector)
  return tagHiding(hide)
}

/** A selector as a style sheet understands it: there a bare name is only an element's. */
function hidingSelectors(selector: string): string[] {
  const name = selector.trim()
  if (!bareName.test(name) || elementName.test(name)) return [name]
  return [`#${name}`, `[data-content=${name}]`]
}

/** Where an element stands among its siblings. */
const place = /:nth-(child|of-type)\(\d+\)/g

/** Selectors that differ only in the place among siblings are one: all siblings are hidden, which is shorter to say. */
function joinSiblings(selectors: string[]): string[] {
  const families = Map.groupBy(new Set(selectors), (selector) => selector.replace(place, ''))
  return selectors.map((selector) => {
    const family = selector.replace(place, '')
    return (families.get(family)?.length ?? 0) > 1 ? family : selector
  })
}

/** A first part and a rest, of which the rest may stand in brackets: the loader takes a list apart by its brackets. */
const descent = /^([\w.#:()-]+ )[\w.#: -]+$/

/** A list in which selectors with the same first part share it: `#hero h1,#hero img` is `#hero :is(h1,img)`. */
function shorten(selectors: string[]): string {
  const groups = Map.groupBy(selectors, (selector) => descent.exec(selector)?.[1] ?? selector)
  return [...groups]
    .map(([first, members]) =>
      members.length > 1 ? `${first}:is(${members.map((member) => member.slice(first.length))})` : members[0],
    )
    .join()
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
