/** What the tag of a template is made of. */
export interface TagParts {
  /** The built `loader.js`. */
  loader: string
  /** Where records and events live, without a slash at the end. */
  host: string
  /** The selectors to prehide. */
  selectors: readonly string[]
}

/** The tag to paste for a template: the loader inline, with the selectors that it hides until they are applied. */
export function templateTag({ loader, host, selectors }: TagParts): string {
  const hide = [...new Set(selectors)].join(',')
  return `<script data-host="${attribute(host)}" data-hide="${attribute(hide)}">${loader.trim()}</script>`
}

/** The simplest tag: it hides nothing. */
export function plainTag(host: string): string {
  return `<script async src="${attribute(host)}/snippet.js"></script>`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
