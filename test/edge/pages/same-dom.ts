import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright'
import { startEdgeServer } from '../../../service/pages/edge-server.ts'
import type { ContentItem, PageRecord } from '../../../wire/record.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { describeDom, type MarkedPart, readMarked } from './dom.ts'

/** What Chromium makes of a page by the edge, beside what the script makes of the page as it is. */
interface DomVerdict {
  /** Parts that the edge had done. */
  done: number
  faults: string[]
}

/** A long run goes on beside other work: a page that takes so long hangs. */
const patienceMs = 300_000

const pattern = 'Ada_1'
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** How a page comes. */
export interface Coming {
  /** The origin sends pieces of these sizes, one after the other, again and again. Default: the whole page. */
  sizes?: number[]
  /** Whether the tag runs when the whole page is there. Default: it runs as soon as it is there itself. */
  isDeferred?: boolean
}

/**
 * Shows pages to Chromium, from an origin, a service and the edge as servers of their own. Of the pages there is nothing but their
 * HTML: no script of their own, every picture there.
 */
export async function openDomJudge(browser: Browser) {
  let record: PageRecord
  let page: { html: Uint8Array; sizes: number[] }
  const service = await startLocalServer(({ path }, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (path.startsWith('/p/')) response.end(JSON.stringify(record))
    else if (path.endsWith('.js'))
      response.setHeader('content-type', 'text/javascript').end(readFileSync(`dist/${basename(path)}`))
    else response.writeHead(204).end()
  })
  const origin = await startLocalServer(({ path: whole, headers }, response) => {
    const [path = ''] = whole.split('?')
    const scripts = paths[path]
    if (scripts !== undefined) sendPage(response, page, scripts || service.url)
    else if (headers['sec-fetch-dest'] === 'image')
      response.setHeader('content-type', 'image/gif').end(picture)
    else response.writeHead(404).end()
  })
  const edge = await startEdgeServer({
    origin: origin.url,
    service: service.url,
    host: '127.0.0.1',
    port: 0,
    timeoutMs: patienceMs,
  })
  const context = await browser.newContext({ serviceWorkers: 'block' })
  context.setDefaultTimeout(patienceMs)
  // Nothing leaves the machine.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) =>
      route.request().resourceType() === 'image'
        ? route.fulfill({ body: picture, headers: { 'content-type': 'image/gif' } })
        : route.abort(),
  )
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  const show = (tab: Page, url: string) => tab.goto(`${url}?pattern=${pattern}`, { waitUntil: 'load' })
  return {
    async judge(
      plain: Uint8Array,
      content: ContentItem[],
      { sizes = [plain.length], isDeferred = false }: Coming = {},
    ): Promise<DomVerdict> {
      record = { pattern, language: 'en', content, analytics: [] }
      // On a busy machine the record may come later than visitors wait: then there is nothing to compare.
      const tagged = (when: string) =>
        withTag(plain, `<script ${when} src="${service.url}/snippet.js" data-timeout="60000"></script>`)
      const [byScript, byEdge, unscripted] = tabs as [Page, Page, Page]
      page = { html: tagged(isDeferred ? 'defer' : 'async'), sizes }
      await Promise.all([
        show(byScript, `${origin.url}/launch`),
        show(byEdge, `${edge.url}/launch`),
        show(unscripted, `${edge.url}/unscripted`),
      ])
      const changed = content
        .filter(({ type }) => type === 'text' || type === 'html')
        .map(({ selector }) => selector)
      const marked = await unscripted.evaluate(readMarked, { changed })
      const got = { ...(await outcomeOf(byEdge, marked)), shown: marked }
      const faults = differences(got, await outcomeOf(byScript, marked))
      if (faults.length === 0 || isDeferred) return { done: marked.length, faults }
      // The script alone may make another page if more of it is there when it comes: that is right, too.
      page = { html: tagged('defer'), sizes }
      await show(byScript, `${origin.url}/launch`)
      const others = differences(got, await outcomeOf(byScript, marked))
      return { done: marked.length, faults: others.length > 0 ? faults : [] }
    },
    async close() {
      await context.close()
      await edge.close()
      await Promise.all([origin, service].map((one) => one[Symbol.asyncDispose]()))
    },
  }
}

/** What became of a page. */
interface Outcome {
  /** The parts that the edge has done. */
  shown: MarkedPart[]
  report: unknown
  personal: string[]
  /** The page after `stop()`. */
  given: string[]
}

async function outcomeOf(tab: Page, wanted: MarkedPart[]): Promise<Outcome> {
  const report = await tab.evaluate('motif.ready')
  const shown = await tab.evaluate(readMarked, { wanted })
  const personal = await describePage(tab)
  await tab.evaluate('motif.stop()')
  return { shown, report, personal, given: await describePage(tab) }
}

/** What of the edge's outcome is not as the script alone makes it. */
function differences(edge: Outcome, script: Outcome): string[] {
  return (Object.keys(edge) as (keyof Outcome)[]).flatMap((what) => {
    const [ours, theirs] = [edge[what], script[what]]
    if (isDeepStrictEqual(ours, theirs)) return []
    const all = Array.isArray(ours) && Array.isArray(theirs)
    const place = all
      ? Math.max(
          0,
          ours.findIndex((one, at) => !isDeepStrictEqual(one, theirs[at])),
        )
      : 0
    const [first, other] = all ? [ours[place], theirs[place]] : [ours, theirs]
    return [`${what} ${place}: ${JSON.stringify(first)}, by the script ${JSON.stringify(other)}`]
  })
}

/** A page's tree. Some values have its address. */
async function describePage(tab: Page): Promise<string[]> {
  const { origin } = new URL(tab.url())
  return (await tab.evaluate(describeDom)).map((line) => line.replaceAll(origin, ''))
}

/** The pages by their paths, with what scripts may run there; empty: Motif's. */
const paths: Record<string, string> = { '/launch': '', '/unscripted': "'none'" }

async function sendPage(
  response: ServerResponse,
  { html, sizes }: { html: Uint8Array; sizes: number[] },
  scripts: string,
) {
  response.writeHead(200, {
    'content-type': 'text/html',
    'content-security-policy': `script-src ${scripts}; frame-src 'none'`,
  })
  for (let at = 0, count = 0; at < html.length; count++) {
    const size = sizes[count % sizes.length] as number
    response.write(html.subarray(at, at + size))
    at += size
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** With the tag where the head begins, or behind the doctype if the head has no tag. */
function withTag(page: Uint8Array, tag: string): Uint8Array {
  const text = Buffer.from(page).toString('latin1')
  const before = /<head(?:\s[^>]*)?>/i.exec(text) ?? /<!doctype[^>]*>/i.exec(text)
  const at = before ? before.index + before[0].length : 0
  return Buffer.from(text.slice(0, at) + tag + text.slice(at), 'latin1')
}
