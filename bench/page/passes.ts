import { launchChromium } from '../../test/support/browsers/chromium.ts'
import type { ContentItem } from '../../wire/record.ts'
import { type PartOptions, type PartResult, showSpread } from '../report.ts'

const sections = 1000
const section = (at: number) =>
  `<section id="s${at}"><h2>Title ${at}</h2><p>Some <b>words</b> here</p><a href="/x">Go</a></section>`
const page = `<!doctype html><body>${Array.from({ length: sections }, (_, at) => section(at)).join('')}`

/** Half of them are texts, the others HTML and links in turn. */
function itemsOf(count: number): ContentItem[] {
  return Array.from({ length: count }, (_, at): ContentItem => {
    const of = `#s${at * 9}`
    if (at % 2 === 0) return { selector: `${of} h2`, type: 'text', payload: `Hello Ada ${at}` }
    if (at % 4 === 1) return { selector: `${of} p`, type: 'html', payload: `New <b>words</b> ${at}` }
    return { selector: `${of} a`, type: 'href', payload: `/for-ada-${at}` }
  })
}

/** Measures the script's own work on a page of 5,000 elements: from the record to `motif:applied`, and after a change. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const browser = await launchChromium({})
  const figures: Record<number, { first: number[]; later: number[] }> = {}
  for (const count of [20, 100]) {
    const visits = []
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext()
      const tab = await context.newPage()
      await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: page }))
      await tab.route('**/snippet.js', (route) => route.fulfill({ path: 'dist/snippet.js' }))
      await tab.goto('http://page.test/', { waitUntil: 'load' })
      visits.push(await tab.evaluate(passes, itemsOf(count)))
      await context.close()
    }
    figures[count] = { first: visits.map(({ first }) => first), later: visits.flatMap(({ later }) => later) }
  }
  await browser.close()
  const row = (what: string, toReach: string, of: number[] = []) => ({
    what,
    toReach,
    figures: { Motif: showSpread(of, 'ms') },
  })
  return {
    rows: [
      row('20 items on 5,000 elements, the first pass', '≤ 5 ms', figures[20]?.first),
      row('a later change that concerns none of them', '≤ 0.5 ms', figures[20]?.later),
      row('100 items, the first pass', '≤ 8 ms a frame', figures[100]?.first),
    ],
    note: 'From the record’s arrival to `motif:applied`, in a new tab each time; a quarter of the items is HTML. A later change is one element more; its callbacks are timed.',
  }
}

/** Runs in the page. */
async function passes(content: ContentItem[]) {
  const later: number[] = []
  const page = window as unknown as Record<string, unknown> & { motif: { start(of: object): void } }
  const Observer = MutationObserver
  page.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super((...of) => {
        const began = performance.now()
        callback(...of)
        later.push(performance.now() - began)
      })
    }
  }
  let began = 0
  page.fetch = async () => ({
    status: 204,
    headers: new Headers(),
    json: async () => {
      began = performance.now()
      return { pattern: 'abc', content, analytics: [] }
    },
  })
  page.motifOptions = { host: 'http://motif.test' }
  const script = document.createElement('script')
  script.src = '/snippet.js'
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve))
  document.head.append(script)
  await loaded
  const applied = new Promise<number>((resolve) =>
    document.addEventListener('motif:applied', () => resolve(performance.now()), { once: true }),
  )
  page.motif.start({ pattern: 'abc' })
  const first = (await applied) - began
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
  await pause()
  later.length = 0
  for (let change = 0; change < 20; change++) {
    document.body.append(document.createElement('hr'))
    await pause()
  }
  return { first, later }
}
