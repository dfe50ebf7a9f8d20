import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import type { PageRecord } from '../../wire/record.ts'
import { type Demo, startDemo } from '../support/demo.ts'
import { serveInPieces } from '../support/in-pieces.ts'
import { readParts, type Watched, watchFrame } from '../support/sight/watch-frame.ts'
import { startSite } from '../support/site.ts'
import { tagOf } from '../support/tag.ts'
import { test } from '../support/visit.ts'

const computer = { width: 1280, height: 800 }
const telephone = { width: 390, height: 844 }

/** A page that comes tag by tag through an edge, and somebody who looks at it in each frame. */
interface Film {
  origin: string
  service: string
  /** Path and query without the pattern. */
  path: string
  record: PageRecord
  /** Where the body is cut; at each tag if nothing is said. */
  cut?: RegExp
}

const record: PageRecord = {
  pattern: 'Ada_1',
  language: 'en',
  content: [
    { selector: 'h1.t', type: 'text', payload: 'Hello Ada, nice to see you' },
    { selector: '.lead', type: 'html', payload: 'Made for <b>Acme</b>, and for <i>you</i>' },
    { selector: '.cta', type: 'text', payload: 'Try it, Ada' },
    { selector: '.cta', type: 'href', payload: '/ada' },
    { selector: 'img.hero', type: 'src', payload: '/ada.svg' },
    { selector: 'input[placeholder]', type: 'text', payload: 'Ada' },
    { selector: 'p + footer', type: 'text', payload: 'For Ada' },
  ],
  analytics: [{ id: 'hero', selector: 'h1.t', type: 'view' }],
}
const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="${colour}"/></svg>`
const hidden = 'h1.t,.lead,.cta,img.hero,input[placeholder],p + footer'
const body = `<main><h1 class="t">Welcome</h1>
<p class="lead">Made for <b>everybody</b>.</p><a class="cta" href="/all">Try it</a>
<img class="hero" src="/own.svg" width="90" height="90" alt=""><input placeholder="Your name"></main>
<p>One</p><p>Two</p><p>Three</p><footer>For all</footer>`

async function launchSite() {
  const site = await startSite(record)
  onTestFinished(site.close)
  const tag = tagOf('inline', site.motif, { 'data-hide': hidden })
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>A page</title>
<style>h1,p{height:40px;margin:0}img,a,input{display:block}</style>${tag}</head><body>${body}</body></html>`
  site.assets.set('/', { body: html })
  site.assets.set('/ada.svg', { body: picture('blue') })
  site.assets.set('/own.svg', { body: picture('red') })
  return site
}

/**
 * After each of the body's elements. What comes in pieces for longer than the edge holds it (100 ms), as it may on a busy
 * machine, is left to the script, and hidden until then: without scripts the targets come whole.
 */
const whole = /(?<=<\/(?!b>)\w+>|<(?:img|input)[^>]*>)/

describe.each([
  ['with scripts', true, undefined],
  ['element by element with scripts', true, whole],
  ['element by element with scripts blocked', false, whole],
])('a page that comes bit by bit through the edge, %s,', (_, runsScripts, cut) => {
  test('shows nothing of its own in any frame, hides nothing that the edge has made, and does not move', async ({
    browser,
  }) => {
    const site = await launchSite()
    const film = { origin: site.pages, service: site.motif, path: '/', record, ...(cut && { cut }) }
    const { stages, ...seen } = await watch(browser, film, { runsScripts, size: computer })
    expect(stages).toBeGreaterThan(1)
    expect(seen).toMatchObject({ own: {}, moved: [], ...(cut && { hidden: [] }) })
    expect(seen.last.map(({ own: [shown] }) => shown?.replace(/^http:\/\/[^/]+/, ''))).toEqual([
      ...['Hello Ada, nice to see you', 'Made for Acme, and for you', 'Try it, Ada'],
      ...['/ada.svg', 'Ada', 'For Ada'],
    ])
    const asked = site.requests.map(({ path }) => path.replace(/\?.*/, ''))
    expect(asked).not.toContain('/own.svg')
    // By the edge alone.
    expect(asked.filter((path) => path.startsWith('/p/'))).toHaveLength(1)
  })
})

test('words in front of what a framework will hydrate come to who navigates, and not to a script', async ({
  browser,
}) => {
  const site = await launchSite()
  const same = `<h1 style="float:left">${record.content[0]?.payload}</h1>`
  const own = '<h1 style="float:left" class="t">Welcome</h1>'
  site.assets.set('/', { body: `<!doctype html><div id="root">${own}</div>${same}` })
  const edge = await startEdgeServer({ origin: site.pages, service: site.motif, host: '127.0.0.1', port: 0 })
  onTestFinished(edge.close)
  const tab = await browser.open(`${edge.url}/?pattern=${record.pattern}`)
  onTestFinished(tab.close)
  const seen = await tab.evaluate(
    `(${async () => {
      const [first, second] = document.querySelectorAll('h1') as unknown as [HTMLElement, HTMLElement]
      const words = document.createRange()
      words.selectNodeContents(first)
      const [fetched] = /<h1.*?h1>/.exec(await (await fetch(location.href)).text()) ?? []
      const isSame = first.offsetWidth === second.offsetWidth
      return { own: `${words}`, isOwnSeen: !!words.getClientRects()[0], isSame, fetched }
    }})()`,
  )
  expect(seen).toEqual({ own: 'Welcome', isOwnSeen: false, isSame: true, fetched: own })
})

test('what the page shows to everybody is seen where there is no record', async ({ browser }) => {
  const site = await launchSite()
  const film = { origin: site.pages, service: site.motif, path: '/', record }
  const unknown = { ...film, record: { ...record, pattern: 'Nobody' } }
  const { own } = await watch(browser, unknown, { runsScripts: false, size: computer })
  expect(Object.keys(own)).toHaveLength(6)
})

/** `npm run test:long -- film`: the demo's pages, for all prospects. */
describe.runIf(process.env.FILM)('the pages of the demo, tag by tag through the edge,', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'motif-film-'))
  let demo: Demo
  beforeAll(async () => {
    demo = await startDemo({ DATA_DIR: dataDir })
    // The short form does not wait until the campaigns have had their visits, which makes the machine busier.
    if (process.env.FILM !== 'short') await demo.untilPlayed()
  }, 900_000)
  afterAll(async () => {
    await demo[Symbol.asyncDispose]()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.for([
    ['launch', 'a computer', computer],
    ['launch', 'a telephone', telephone],
  ] as const)(
    'no frame of the %s page shows its original, on %s',
    {
      timeout: 600_000,
    },
    async ([name, , size], { browser }) => {
      const [service = ''] = /http:\/\/\S+(?=\/console)/.exec(demo.text) ?? []
      for (const link of demo.linksTo(name).slice(1))
        for (const runsScripts of [true, false]) {
          const { origin, pathname, searchParams } = new URL(link)
          const pattern = searchParams.get('pattern')
          const made = (await (await fetch(`${service}/p/${pattern}`)).json()) as PageRecord
          const film = { origin, service, path: pathname, record: made, cut: /(?<=>\n)/ }
          // What is centred, or at the end of a bar, moves while the rest arrives: without the edge, too.
          const { stages, own } = await watch(browser, film, { runsScripts, size })
          expect(stages).toBeGreaterThan(1)
          expect({ runsScripts, own }).toEqual({ runsScripts, own: {} })
        }
    },
  )
})

type Look = Pick<Parameters<typeof watchFrame>[0], 'runsScripts' | 'size'>

async function watch(
  browser: {
    open(url: string): Promise<{ evaluate(expression: string): Promise<unknown>; close(): Promise<void> }>
  },
  { origin, service, path, record: { pattern, content }, cut }: Film,
  look: Look,
): Promise<Watched> {
  await using pieces = await serveInPieces(origin, cut)
  const options = { origin: pieces.url, service, host: '127.0.0.1', port: 0, timeoutMs: 20_000 }
  const edge = await startEdgeServer(options)
  onTestFinished(edge.close)
  const html = await (await fetch(origin + path)).text()
  // Any page of the same origin has room for the frame.
  const tab = await browser.open(`${edge.url}/frame-of-the-test`)
  const run = <T, Args extends unknown[]>(fn: (...args: Args) => T, ...args: Args) =>
    tab.evaluate(`(${fn})(...${JSON.stringify(args)})`) as Promise<Awaited<T>>
  const url = `${edge.url}${path}?pattern=${pattern}`
  const selectors = content.filter(({ type }) => type !== 'href').map(({ selector }) => selector)
  const ordinary = await run(readParts, html, url, selectors)
  const personal = new Map(content.map(({ selector, payload }) => [selector, payload]))
  // What the record leaves as it is may be seen.
  const parts = ordinary.map(({ selector, own }) => ({
    selector,
    own: own.map((shown) => (shown.endsWith(personal.get(selector) ?? '-') ? '' : shown)),
  }))
  const watched = await run(watchFrame, { url, parts, ...look })
  await tab.close()
  return watched
}
