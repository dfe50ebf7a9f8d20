import { randomBytes } from 'node:crypto'
import { test as base, inject } from 'vitest'
import { Rewriter } from '../../edge/rewriter.ts'
import type { Batch } from '../../wire/event.ts'
import type { AnalyticsItem, ContentItem, PageRecord } from '../../wire/record.ts'
import type { OpenOptions, Tab } from './browsers/browser.ts'
import { launch } from './browsers/launch.ts'
import { callOf, until } from './in-page.ts'
import { type Asset, type Behaviour, type SeenRequest, type Site, startSite } from './site.ts'
import { nonce, type TagKind, tagOf } from './tag.ts'
import { watch } from './watch.ts'

/** A visitor comes to a page by a link: what page, with what record behind it, by what tag. */
export interface Scenario extends OpenOptions {
  /** The page's body; `{{motif}}` in it and in the head is Motif's address, `{{pattern}}` the record's. */
  body: string
  /** What its body has more, which the server sends later. */
  rest?: NonNullable<Asset['rest']>
  /** Where the server pauses in the page, as it or the edge has made it: behind the first such text. */
  pause?: { behind: string; until: Promise<unknown> }
  /** What its head has before the tag. */
  head?: string
  /** What its head has after the tag. */
  afterTag?: string
  content?: ContentItem[]
  analytics?: AnalyticsItem[]
  /** What the records of other patterns have, by pattern. */
  others?: Record<string, ContentItem[]>
  /** `snippet` if nothing is said. */
  tag?: TagKind
  attributes?: Record<string, string>
  /** Where the tag thinks Motif is, instead of where it is. */
  host?: string
  /** The link's query, for a pattern; `?pattern=…` if nothing is said. */
  query?: (pattern: string) => string
  /** How records, built files and the collector answer at first. */
  record?: Behaviour
  files?: Behaviour
  collector?: Behaviour
  /** The page comes by the edge, with this in the record that the edge had. */
  edge?: Partial<PageRecord>
  /** Answers what the editor asks. */
  editor?: Site['editor']
  /** Headers of the page's answer. */
  headers?: Record<string, string>
  /** More files of the customer, by path. */
  assets?: Record<string, Asset>
  /** Runs in the page before anything else of it: a function, or the text of a script. */
  before?: (() => void) | string
}

/** The tab of a visit, and what its servers saw. */
export interface Visit extends Tab {
  site: Site
  pattern: string
  /** Runs a function in the page, which sees nothing of here but its JSON arguments. */
  run<T, Args extends unknown[]>(fn: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>
  /** Waits until a function in the page gives something true and gives that; throws after 40 s, with the page. */
  until<T, Args extends unknown[]>(fn: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>
  /** Text of the first element that a selector matches. */
  text(selector: string): Promise<string>
  /** Console errors, uncaught errors and violated policies so far. */
  complaints(): Promise<string[]>
  batches: Batch[]
  requests: SeenRequest[]
}

/** A test in the browser of the project it runs in: `visit` opens a scenario, and all of it ends with the test. */
export const test = base
  .extend('engine', { scope: 'worker' }, () => inject('engine'))
  .extend('browser', { scope: 'worker' }, async ({ engine }, { onCleanup }) => {
    const browser = await launch(engine)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('visit', async ({ browser }, { onCleanup }) => {
    const opened: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const close of opened.reverse()) await close()
    })
    return async (scenario: Scenario): Promise<Visit> => {
      const site = await startSite(recordOf(scenario))
      opened.push(site.close)
      setUp(site, scenario)
      const query = scenario.query ?? ((pattern: string) => `?pattern=${pattern}`)
      const tab = await browser.open(`${site.pages}/${query(site.record.pattern)}`, {
        ...scenario,
        // A tab keeps the editor's session by its origin, and a later page may be given the same port.
        reusesTab: scenario.reusesTab ?? !scenario.editor,
      })
      opened.push(tab.close)
      return visitOf(tab, site)
    }
  })

function recordOf({ content = [], analytics = [] }: Scenario) {
  return { pattern: randomBytes(16).toString('base64url'), language: 'en', content, analytics }
}

function setUp(site: Site, scenario: Scenario) {
  const { record = {}, files = {}, collector = {} } = scenario
  site.behaviour = { record, files, collector }
  site.editor = scenario.editor
  for (const [pattern, content] of Object.entries(scenario.others ?? {}))
    site.others.set(pattern, { pattern, language: 'en', content, analytics: [] })
  const { headers = {}, rest, pause } = scenario
  const html = htmlOf(site, scenario)
  const made = scenario.edge ? byEdge(html, { ...site.record, ...scenario.edge }, site) : html
  const page = pause ? pausing(made, pause) : { body: made, ...(rest && { rest }) }
  site.assets.set('/', { ...page, headers })
  for (const [path, asset] of Object.entries(scenario.assets ?? {})) site.assets.set(path, asset)
}

function htmlOf(site: Site, scenario: Scenario): string {
  const { head = '', afterTag = '', body, tag, host, attributes } = scenario
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<script nonce="${nonce}">(${watch})();${scriptOf(scenario)}</script>
<title>A page</title>
${head}
${tagOf(tag ?? 'snippet', host ?? site.motif, attributes)}
${afterTag}
</head>
<body>${body}${scenario.rest ? '' : '</body></html>'}`
  return html.replaceAll('{{motif}}', site.motif).replaceAll('{{pattern}}', site.record.pattern)
}

function byEdge(html: string, record: PageRecord, { pages }: Site): string {
  const rewriter = new Rewriter(record, `${pages}/`, { hasMarks: true, hasRoots: true })
  return Buffer.concat([rewriter.push(Buffer.from(html)), rewriter.end()]).toString()
}

function pausing(page: string, { behind, until }: NonNullable<Scenario['pause']>) {
  const at = page.indexOf(behind, page.indexOf('<body')) + behind.length
  return { body: page.slice(0, at), rest: { after: until, body: page.slice(at) } }
}

function scriptOf({ before = '' }: Scenario): string {
  return typeof before === 'string' ? before : `(${before})()`
}

function visitOf(tab: Tab, site: Site): Visit {
  const run: Visit['run'] = (fn, ...args) => tab.evaluate(callOf(fn, args)) as never
  const complaints = () => run(() => [...window.complaints])
  /** What a page that does not do what it should was given, and what it says. */
  const whatHappened = async () => {
    const requests = site.requests.map(({ method, host, path }) => `${method} ${host} ${path}`)
    const loaded = await run(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ name, startTime, responseEnd, responseStatus }) =>
          [name, Math.round(startTime), Math.round(responseEnd), responseStatus].join(' '),
        ),
    ).catch(String)
    const said = await complaints().catch(String)
    return `The servers saw:\n${requests.join('\n')}\n\nThe page loaded, from and to ms:\n${[loaded].flat().join('\n')}\n\nIt says:\n${said}`
  }
  return {
    ...tab,
    site,
    pattern: site.record.pattern,
    batches: site.batches,
    requests: site.requests,
    run,
    until: (fn, ...args) =>
      until(tab, callOf(fn, args)).catch(async (error: Error) => {
        throw new Error(`${error.message}\n\n${await whatHappened()}`, { cause: error })
      }) as never,
    text: (selector) => run((wanted) => document.querySelector(wanted)?.textContent ?? '', selector),
    complaints,
  }
}
