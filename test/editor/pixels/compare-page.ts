import type { Browser } from 'playwright'
import type { ContentType } from '../../../wire/targets.ts'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { createContent, whenCompleted } from '../../support/records.ts'
import type { Service } from '../../support/service.ts'
import { differentPixels } from './different-pixels.ts'
import { type Seen, seenPage } from './seen-page.ts'
import { themePage, themePages } from './theme-page.ts'
import { writeAll } from './write-all.ts'

/** What came of a page: the types of the items that were written, and in what the visitor's page is another. */
export interface Compared {
  types: ContentType[]
  differences: string[]
}

const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="${colour}"/></svg>`

/** The site of the pages, at `/NAME`. */
export function startThemeSite(service: Service): Promise<LocalServer> {
  return startLocalServer(({ path }, response) => {
    const name = path.replace(/^\/|\?.*/g, '')
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (path.endsWith('.svg')) send(200, 'image/svg+xml', picture(path === '/personal.svg' ? '#c55' : '#9bd'))
    else if (name in themePages) send(200, 'text/html', themePage(name, service.url))
    else send(404, 'text/plain', '')
  })
}

/**
 * Makes a template for a page in the editor, saves it, makes a person's record of it, and compares their page with what
 * the editor showed for them: in HTML and in every pixel.
 */
export async function comparePage(
  browser: Browser,
  service: Service,
  site: LocalServer,
  name: string,
  prospect: string,
): Promise<Compared> {
  const yaml = `page: ${site.url}/${name}\nlanguages: [en]\ncontent: []\nanalytics: []\n`
  await service.request('PUT', `/v1/templates/${name}`, { body: { yaml } })
  const { body } = await service.request<{ url: string }>('POST', `/v1/templates/${name}/edit`)
  const { types, shown } = await edit(browser, body.url, prospect)
  const { id } = await createContent(service, { prospect, template: name })
  const { pattern } = await whenCompleted(service, id)
  const visited = await visit(browser, `${site.url}/${name}?pattern=${pattern}`, types.includes('html'))
  return { types, differences: await differencesOf(browser, shown, visited) }
}

/** One after the other: nothing of the editor is left in the browser. */
async function inPage<T>(
  browser: Browser,
  work: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<T>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(20_000)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

function edit(browser: Browser, url: string, prospect: string) {
  return inPage(browser, async (page) => {
    await page.goto(url)
    await page.getByRole('list', { name: 'Items' }).waitFor({ state: 'attached' })
    return { types: await writeAll(page, prospect), shown: await seenPage(page) }
  })
}

/** HTML in the container of a framework that never comes is written when it has been awaited in vain, after `ready`. */
function visit(browser: Browser, url: string, hasHtml: boolean): Promise<Seen> {
  return inPage(browser, async (page) => {
    await page.goto(url)
    await page.waitForFunction(() => 'motif' in window)
    await page.evaluate(() => (window as unknown as { motif: { ready: Promise<unknown> } }).motif.ready)
    if (hasHtml) await page.locator('li.two').waitFor({ state: 'attached' })
    return seenPage(page)
  })
}

function differencesOf(browser: Browser, shown: Seen, visited: Seen): Promise<string[]> {
  return inPage(browser, async (page) => {
    const count = await differentPixels(page, shown.picture, visited.picture)
    const pixels = count > 0 ? [`${count} pixels differ`] : []
    return shown.html === visited.html ? pixels : [...pixels, firstDifference(shown.html, visited.html)]
  })
}

function firstDifference(shown: string, visited: string): string {
  const at = [...shown].findIndex((mark, place) => mark !== visited[place])
  const part = (html: string) => html.slice(Math.max(0, at - 60), at + 60)
  return `the editor showed ${part(shown)} — visitors get ${part(visited)}`
}
