import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { type Site, startSite } from '../../test/support/site.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { Applier } from './applier.ts'

/** A page for appliers, on an origin that also serves the built files and the record. */
export interface ManyElements {
  /** Opens the page with an applier's scripts, and applies the items. Throws if they are not applied. */
  openApplied(
    browser: Browser,
    applier: Applier,
    items: ContentItem[],
  ): Promise<{ page: Page; tookMs: number }>
  close(): Promise<void>
}

const pattern = 'bench'

/** Serves a page with this body. `files` are the page's own, by path. */
export async function serveManyElements(
  body: string,
  files: Record<string, string> = {},
): Promise<ManyElements> {
  const site = await startSite({ pattern, language: 'en', content: [], analytics: [] })
  for (const [path, text] of Object.entries(files)) site.assets.set(path, { body: text })

  async function openApplied(browser: Browser, applier: Applier, items: ContentItem[]) {
    site.assets.set('/', { body: await htmlOf(site, applier, body) })
    site.record = { pattern, language: 'en', content: items, analytics: [] }
    const page = await browser.newPage()
    await page.goto(site.pages)
    const tookMs = (await page.evaluate(`(${applier.apply})(${JSON.stringify(items)})`)) as number
    if (applier.appliesAll && !(await page.evaluate(isApplied, items)))
      throw new Error(`${applier.name} did not apply`)
    return { page, tookMs }
  }

  return { openApplied, close: site.close }
}

async function htmlOf(site: Site, { scripts, tag }: Applier, body: string): Promise<string> {
  const sources = await Promise.all(scripts.map((script) => readFile(script, 'utf8')))
  const inline = sources.map((source) => `<script>${classic(source)}</script>`).join('')
  return `<!doctype html><html lang="en"><title>Many</title>${tag?.(site.motif) ?? ''}${inline}<body>${body}</body></html>`
}

/** Converts dom-mutator's module into a classic script. Other sources stay as they are. */
function classic(source: string): string {
  return source
    .replace(/export default (\w+);?/, 'window.domMutator = $1;')
    .replace(/export \{[^}]*\};?/g, '')
}

/** Runs in the page: whether the last item of each type is applied. */
function isApplied(items: ContentItem[]): boolean {
  const last = Object.values(Object.fromEntries(items.map((item) => [item.type, item])))
  return last.every(({ selector, type, payload }) => {
    const element = document.querySelector(selector)
    return (type === 'text' ? element?.textContent : element?.getAttribute(type)) === payload
  })
}
