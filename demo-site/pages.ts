import { readFile } from 'node:fs/promises'

/** A landing page of the demo: its folder, the brand it is made up for, and what kind of page it is. */
export interface Page {
  name: 'launch' | 'article' | 'app'
  brand: string
  kind: string
}

/** The landing pages, in the order in which they are shown. */
export const pages: readonly Page[] = [
  { name: 'launch', brand: 'Fallstreak', kind: 'a product launch' },
  { name: 'article', brand: 'The Windward', kind: 'a long article' },
  { name: 'app', brand: 'Hektar', kind: 'client-routed, in React' },
]

/** What the pages need from the service: its address, and the tag for a template. */
export interface Motif {
  url: string
  tagFor: (template: string) => Promise<string>
}

const marker = "<!-- motif: the tag of this page's template -->"
const sourceUrl = 'http://127.0.0.1:4000'

/**
 * The HTML of a page as its marketer would publish it. A marker in the page is replaced by the tag of its template. A plain tag in the
 * page gets the address of the running service.
 */
export async function readPage(name: Page['name'], motif: Motif): Promise<string> {
  const html = await readFile(new URL(`pages/${name}/index.html`, import.meta.url), 'utf8')
  const tag = html.includes(marker) ? await motif.tagFor(name) : ''
  return html.replace(marker, () => tag).replaceAll(sourceUrl, motif.url)
}
