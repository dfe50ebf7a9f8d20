import { readFileSync } from 'node:fs'

/** A nonce that the tests' pages give their scripts, for those with a policy that asks for one. */
export const nonce = 'bW90aWY'

/** How the page has Motif in it. */
export type TagKind =
  /** `<script async src=…/snippet.js>` */
  | 'snippet'
  /** `<script src=…/loader.js>` */
  | 'loader'
  /** `<script>…the loader…</script>`, as the tag of a template is pasted. */
  | 'inline'
  /** Not at all, or as the page's own HTML says. */
  | 'none'

/** `npm run test:long -- engines` goes all three ways; else one of the two by the loader. */
export const tags =
  process.env.ENGINES === 'all'
    ? (['snippet', 'loader', 'inline'] as const)
    : (['snippet', 'inline'] as const)

/** The HTML of a tag with these attributes, for Motif at `host`. */
export function tagOf(kind: TagKind, host: string, attributes: Record<string, string> = {}): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
  )
  const rest = `nonce="${nonce}"${written.join('')}`
  if (kind === 'none') return ''
  if (kind === 'snippet') return `<script async src="${host}/snippet.js" ${rest}></script>`
  if (kind === 'loader') return `<script src="${host}/loader.js" ${rest}></script>`
  return `<script data-host="${host}" ${rest}>${readFileSync('dist/loader.js', 'utf8').trim()}</script>`
}
