import { readFile } from 'node:fs/promises'
import { meaningsOf } from '../../wire/bare-name.ts'
import { projectFolder } from '../base/project-folder.ts'
import { UserError } from '../base/words/errors.ts'
import { selectorProblem } from './check-selector.ts'

/** The parts of a template's tag. */
interface TagParts {
  /** The built `loader.js`. */
  loader: string
  /** Where records and events live, without a slash at the end. */
  host: string
  /** What to prehide: see `hideOf`. */
  hide: string
}

/** The tag to paste for a template: the loader inline, with all selectors to hide. */
export function templateTag({ loader, host, hide }: TagParts): string {
  return `<script data-host="${attribute(host)}" data-hide="${attribute(hide)}">${script(loader)}</script>`
}

/**
 * The value of `data-hide` for the selectors of a template. The loader hides them by one rule: what is no selector is
 * left out, because it could end that rule.
 */
export function hideOf(selectors: readonly string[]): string {
  // Two thousand items may have one long selector by an alias: each is checked once.
  const different = [...new Set(selectors.map((selector) => selector.trim()))]
  const sound = different.filter((selector) => !selectorProblem(selector))
  return [...new Set(sound.flatMap(hidingOf))].join()
}

/** Names of elements, which nobody uses as an id: a page without such an element has nothing to hide. */
const elementName =
  /^(a|article|aside|b|blockquote|body|button|em|figcaption|figure|footer|h[1-6]|header|i|iframe|img|label|li|main|nav|ol|p|picture|section|small|source|span|strong|table|td|th|title|tr|ul|video)$/i

function hidingOf(selector: string): string[] {
  return elementName.test(selector) ? [selector] : meaningsOf(selector)
}

const loaderFile = new URL('dist/loader.js', projectFolder)

/**
 * The tag to paste. For a template, the one that hides its targets until they are applied; otherwise the simplest.
 *
 * @param host `PUBLIC_URL`, without a slash at the end
 * @param hide what to hide: see `hideOf`
 */
export async function tagFor(host: string, hide?: string): Promise<string> {
  if (hide === undefined) return plainTag(host)
  const loader = await readFile(loaderFile, 'utf8').catch(() => {
    throw new UserError('loader.js is not built: npm run build')
  })
  return templateTag({ loader, host, hide })
}

/** The simplest tag, which hides nothing. */
export function plainTag(host: string): string {
  return `<script async src="${attribute(host)}/snippet.js"></script>`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** A script's text is ended only by its end tag, and `<!--` begins a comment in it. */
function script(text: string): string {
  return text.trim().replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
