import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { launchAsVisitor } from '../page/browser.ts'
import { type Spread, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { type Applier, itemsFor } from './applier.ts'
import { domMutator, motif, plain, plainRevertible } from './appliers.ts'

const appliers = [motif, plain, plainRevertible, domMutator]
const counts = [10, 100, 1000]
const elements = 5000
const unrelatedChanges = 1000

/** Times of one applier: `apply` by number of items, and the changes of the page after the most. */
interface Times {
  apply: Map<number, number[]>
  unrelated: number[]
}

/** Applies items to a page of 5,000 elements, then lets the page change what no item is about. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = await launchAsVisitor()
  const times = new Map<string, Times>()
  try {
    for (let round = 0; round <= runs; round++) {
      console.error(`bench: apply, round ${round} of ${runs}`)
      for (const applier of [...appliers, nothing])
        await measureOnce(browser, url, applier, timesOf(times, applier), round > 0)
    }
    return resultOf(times)
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

/** What 1,000 changes cost where no script watches. */
const nothing: Applier = { name: 'no script', scripts: [], apply: 'async () => 0' }

function timesOf(times: Map<string, Times>, { name }: Applier): Times {
  const known = times.get(name) ?? { apply: new Map(), unrelated: [] }
  times.set(name, known)
  return known
}

async function measureOnce(browser: Browser, url: string, applier: Applier, times: Times, counts_: boolean) {
  for (const count of counts) {
    const page = await open(browser, url, applier)
    const took = (await page.evaluate(`(${applier.apply})(${JSON.stringify(itemsFor(count))})`)) as number
    const isApplied = await page.evaluate(
      (last) => document.querySelector(`#p${last}`)?.textContent,
      count - 1,
    )
    if (applier !== nothing && isApplied !== `Personalised ${count - 1}`)
      throw new Error(`${applier.name} did not apply`)
    if (counts_) times.apply.set(count, [...(times.apply.get(count) ?? []), took])
    if (count === counts.at(-1) && counts_)
      times.unrelated.push(await page.evaluate(changeUnrelated, unrelatedChanges))
    await page.close()
  }
}

async function open(browser: Browser, url: string, { scripts }: Applier): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  for (const script of scripts) await page.addScriptTag({ content: classic(await readFile(script, 'utf8')) })
  return page
}

/** The module of dom-mutator as a classic script; others are that already. */
function classic(source: string): string {
  return source
    .replace(/export default (\w+);?/, 'window.domMutator = $1;')
    .replace(/export \{[^}]*\};?/g, '')
}

/** Runs in the page: a change, then a microtask after those in which whoever watches is told, a thousand times. */
async function changeUnrelated(count: number): Promise<number> {
  const element = document.querySelector('#unrelated') as HTMLElement
  await null
  const began = performance.now()
  for (let at = 0; at < count; at++) {
    element.replaceChildren(document.createElement('i'))
    await null
  }
  return performance.now() - began
}

function resultOf(times: Map<string, Times>): PartResult {
  const spread = (name: string, of: (times: Times) => number[]): Spread => {
    const known = times.get(name)
    return spreadOf(known ? of(known) : [])
  }
  const rows = counts.map((count) => {
    const cell = ({ name }: Applier) =>
      showSpread(
        spread(name, ({ apply }) => apply.get(count) ?? []),
        'ms',
      )
    return {
      what: `apply ${count.toLocaleString('en-US')} items on ${elements.toLocaleString('en-US')} elements`,
      toReach: count === 1000 ? '≤ 1.5 × plain DOM calls' : '',
      motif: cell(motif),
      beside: [plain, plainRevertible, domMutator]
        .map((applier) => `${applier.name} ${cell(applier)}`)
        .join('; '),
    }
  })
  const cell = ({ name }: Applier) =>
    showSpread(
      spread(name, ({ unrelated }) => unrelated),
      'ms',
    )
  rows.push({
    what: '1,000 unrelated changes, each delivered alone, 1,000 items applied',
    toReach: '≤ 20 ms',
    motif: cell(motif),
    beside: [plainRevertible, domMutator, nothing]
      .map((applier) => `${applier.name} ${cell(applier)}`)
      .join('; '),
  })
  const measured = Object.fromEntries(
    [...times].map(([name, { apply, unrelated }]) => [name, { apply: Object.fromEntries(apply), unrelated }]),
  )
  return { rows, measured, notes: [] }
}

const paragraphs = Array.from({ length: elements - 1 }, (_, at) => `<p id="p${at}">Paragraph ${at}</p>`)
const page = `<!doctype html><html lang="en"><title>Many</title><body><div id="unrelated"></div>${paragraphs.join('')}</body></html>`
