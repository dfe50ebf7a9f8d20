import { readFile } from 'node:fs/promises'

/** A landing page of the demo: its folder, the brand it is made up for, and what kind of page it is. */
export interface Page {
  name: 'launch' | 'app'
  brand: string
  kind: string
}

/** The landing pages, in the order in which they are shown. */
export const pages: readonly Page[] = [
  { name: 'launch', brand: 'Fallstreak', kind: 'a product launch' },
  { name: 'app', brand: 'Hektar', kind: 'drawn in the browser, by React' },
]

const marker = '<!-- motif: the tag -->'

/** The HTML of a page as its marketer would publish it: with the tag where its marker is. */
export async function readPage(name: Page['name'], tag: string): Promise<string> {
  const html = await readFile(new URL(`pages/${name}/index.html`, import.meta.url), 'utf8')
  return html.replace(marker, () => tag)
}
