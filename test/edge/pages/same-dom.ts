import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page, Route } from 'playwright'
import { Rewriter } from '../../../edge/rewriter.ts'
import type { ContentItem, PageRecord } from '../../../wire/record.ts'
import { describeDom, readMarked } from './dom.ts'

/** What Chromium makes of a page by the edge, beside what the script makes of the page as it is. */
export interface DomVerdict {
  /** Parts that the edge had done. */
  done: number
  faults: string[]
}

/** A long run goes on beside other work: a page that takes so long hangs. */
const patienceMs = 300_000

const site = 'https://www.example.com'
const motif = 'https://motif.example.com'
const pageUrl = `${site}/launch`
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Shows pages to Chromium, with nothing of theirs but their HTML: no script of their own, every picture there. */
export async function openDomJudge(browser: Browser) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  context.setDefaultTimeout(patienceMs)
  let record: PageRecord
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  const show = async (tab: Page, html: Uint8Array, scripts: string) => {
    await tab.unrouteAll()
    await tab.route('**/*', (route) => answer(route, { html, scripts, record }))
    await tab.goto(`${pageUrl}?pattern=${record.pattern}`, { waitUntil: 'commit' })
    await tab.waitForLoadState('load')
  }
  return {
    async judge(page: Uint8Array, content: ContentItem[]): Promise<DomVerdict> {
      record = { pattern: 'Ada_1', language: 'en', content, analytics: [] }
      const tagged = withTag(page)
      if (!tagged) return { done: 0, faults: [] }
      const made = rewritten(tagged, record)
      const [byScript, byEdge, unscripted] = tabs as [Page, Page, Page]
      const shown = Promise.all([
        show(byScript, tagged, motif),
        show(byEdge, made, motif),
        show(unscripted, made, "'none'"),
      ])
      await shown
      const marked = await unscripted.evaluate(readMarked, {
        changed: content
          .filter(({ type }) => type === 'text' || type === 'html')
          .map(({ selector }) => selector),
      })
      const reports = await Promise.all([byScript, byEdge].map((tab) => tab.evaluate('motif.ready')))
      const same = await byScript.evaluate(readMarked, { wanted: marked })
      const [wanted, got] = await Promise.all([byScript, byEdge].map((tab) => tab.evaluate(describeDom)))
      const faults = marked.flatMap((one, at) => {
        const other = same[at]?.shown
        return one.shown === other ? [] : [`${one.part} at ${one.path}: ${one.shown}, by the script ${other}`]
      })
      const place = wanted?.findIndex((line, at) => line !== got?.[at]) ?? -1
      if (place >= 0) faults.push(`line ${place}: ${got?.[place]}, by the script ${wanted?.[place]}`)
      if (wanted?.length !== got?.length) faults.push(`${got?.length} lines, by the script ${wanted?.length}`)
      if (!isDeepStrictEqual(reports[0], reports[1]))
        faults.push(`report ${JSON.stringify(reports[1])}, by the script ${JSON.stringify(reports[0])}`)
      await Promise.all([byScript, byEdge].map((tab) => tab.evaluate('motif.stop()')))
      const [own, given] = await Promise.all([byScript, byEdge].map((tab) => tab.evaluate(describeDom)))
      const kept = own?.findIndex((line, at) => line !== given?.[at]) ?? -1
      if (kept >= 0) faults.push(`given back, line ${kept}: ${given?.[kept]}, by the script ${own?.[kept]}`)
      return { done: marked.length, faults }
    },
    close: () => context.close(),
  }
}

/** With the one-line tag behind where the head begins; `undefined` for a page that has no head of its own. */
function withTag(page: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(page).toString('latin1')
  const head = /<head(?:\s[^>]*)?>/i.exec(text)
  if (!head) return undefined
  const at = head.index + head[0].length
  // On a busy machine the record may come later than visitors wait: then there is nothing to compare.
  const tag = `<script async src="${motif}/snippet.js" data-timeout="60000"></script>`
  return Buffer.from(text.slice(0, at) + tag + text.slice(at), 'latin1')
}

function rewritten(page: Uint8Array, record: PageRecord): Uint8Array {
  const rewriter = new Rewriter(record, `${pageUrl}?pattern=${record.pattern}`, true)
  return Buffer.concat([...rewriter.push(page), ...rewriter.end()])
}

interface Shown {
  html: Uint8Array
  scripts: string
  record: PageRecord
}

/** Nothing leaves the machine: everything is answered here. */
function answer(route: Route, { html, scripts, record }: Shown): Promise<void> {
  const url = new URL(route.request().url())
  const headers = { 'access-control-allow-origin': '*' }
  if (url.href.startsWith(`${pageUrl}?`) && route.request().isNavigationRequest())
    return route.fulfill({
      body: Buffer.from(html),
      headers: {
        'content-type': 'text/html',
        'content-security-policy': `script-src ${scripts}; frame-src 'none'`,
      },
    })
  if (url.origin === motif && url.pathname.startsWith('/p/')) return route.fulfill({ json: record, headers })
  if (url.origin === motif && url.pathname.endsWith('.js'))
    return route.fulfill({
      body: readFileSync(`dist/${basename(url.pathname)}`),
      headers: { ...headers, 'content-type': 'text/javascript' },
    })
  if (url.origin === motif) return route.fulfill({ status: 204, headers })
  if (route.request().resourceType() === 'image')
    return route.fulfill({ body: picture, headers: { 'content-type': 'image/gif' } })
  return route.fulfill({ status: 404, body: '' })
}
