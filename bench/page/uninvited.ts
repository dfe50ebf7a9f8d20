import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { motifByOneLine, motifByTemplateTag } from '../contenders/motif.ts'
import { untouched } from '../contenders/untouched.ts'
import type { PartResult, Row } from '../report/row.ts'
import { launchAsVisitor } from './browser.ts'
import { plainLanding } from './landing.ts'
import { startSite } from './site.ts'

/** What a page did for a visitor without a pattern. */
interface Done {
  requests: string[]
  /** Listeners and observers that were added. */
  listeners: string[]
}

const contenders = [untouched, motifByOneLine, motifByTemplateTag]
/** How long to watch after the page has loaded. */
const settleMs = 1000

/** Measures what the tag does for a visitor without a pattern: it must only load itself. */
export async function measure(): Promise<PartResult> {
  await using site = await startSite(plainLanding, contenders)
  const browser = await launchAsVisitor()
  try {
    const done = new Map<string, Done>()
    for (const contender of contenders)
      done.set(contender.name, await visitWithout(browser, site.urlOf(contender).replace(/\?.*/, '')))
    return { rows: rowsOf(done), measured: Object.fromEntries(done), notes }
  } finally {
    await browser.close()
  }
}

async function visitWithout(browser: Browser, url: string): Promise<Done> {
  const page = await browser.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname)
  })
  await page.addInitScript(keepListeners)
  await page.goto(url, { waitUntil: 'load' })
  await wait(settleMs)
  const listeners = await page.evaluate(() => window.listeners)
  await page.close()
  return { requests, listeners }
}

declare global {
  interface Window {
    listeners: string[]
  }
}

/** Runs in the page before anything else: records in `window.listeners` what starts to listen. */
function keepListeners() {
  window.listeners = []
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type: string, ...rest: unknown[]) {
    window.listeners.push(type)
    return Reflect.apply(addEventListener, this, [type, ...rest])
  }
  for (const Observer of [MutationObserver, IntersectionObserver, ResizeObserver]) {
    const { observe } = Observer.prototype
    Observer.prototype.observe = function (...args: unknown[]) {
      window.listeners.push(Observer.name)
      return Reflect.apply(observe, this, args)
    }
  }
}

function rowsOf(done: Map<string, Done>): Row[] {
  const without = done.get(untouched.name)
  const figures = (ofTag: number, of: (done: Done) => unknown[]) =>
    Object.fromEntries(
      [motifByTemplateTag, motifByOneLine].map(({ name }) => {
        const own = name === motifByOneLine.name ? ofTag : 0
        const [here, there] = [done.get(name), without].map((one) => (one ? of(one).length : Number.NaN))
        return [name.replace('Motif, ', ''), `${(here ?? 0) - (there ?? 0) - own}`]
      }),
    )
  return [
    {
      what: 'requests beyond the tag’s own, visitor without a pattern',
      toReach: '0',
      figures: figures(1, ({ requests }) => requests),
    },
    {
      what: 'listeners and observers, visitor without a pattern',
      toReach: '0',
      figures: figures(0, ({ listeners }) => listeners),
    },
  ]
}

const notes = ['Counted until one second after the page has loaded, minus what the page does without Motif.']
