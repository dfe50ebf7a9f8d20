import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { amountsOf, fillConsole } from '../../test/browser/console/fill.ts'
import { launchChromium } from '../../test/support/browsers/chromium.ts'
import { createNetwork, type Network, slow4g } from '../page/network.ts'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'

const goalMs = 1000
const people = 60

/** The times of one visit, in milliseconds. */
interface FirstScreen {
  /** From the click on `Sign in` until all texts of Today are there. */
  signedInMs: number
  /** The same with the plot. */
  plottedMs: number
  /** From the navigation until the sign-in form is there, with an empty cache. */
  formMs: number
}

/** Measures how long the console takes to show its first screen on a slow network, and how much it loads. */
export async function measure({ runs, isQuick }: PartOptions): Promise<PartResult> {
  await using motif = await startMotif()
  await fill(motif)
  const network = createNetwork()
  const near = await network.proxy(() => motif.port)
  const browser = await launchChromium()
  try {
    const visits: FirstScreen[] = []
    for (let run = 0; run < (isQuick ? 1 : runs); run++)
      visits.push(await visit(browser, network, near.origin, motif.token))
    const row = (what: string, toReach: string, of: (visit: FirstScreen) => number) => ({
      what: `${what}, ${slow4g.name}`,
      toReach,
      figures: { Motif: showSpread(spreadOf(visits.map(of)), 'ms') },
    })
    const rows = [
      row(
        'the first screen usable after `Sign in`',
        `≤ ${show(goalMs, 'ms')}`,
        ({ signedInMs }) => signedInMs,
      ),
      row('the same with its plot', '', ({ plottedMs }) => plottedMs),
      row('the form to sign in, nothing in the cache', '', ({ formMs }) => formMs),
    ]
    const notes = [
      `*Today* of an organization with a campaign of ${people} people, all of whom came in the last week.`,
    ]
    return { rows, measured: visits, notes }
  } finally {
    await browser.close()
    near.close()
  }
}

async function fill({ url, token }: MotifProcess): Promise<void> {
  const request = async (method: string, path: string, options: Asked = {}) => {
    const { body, headers = {} } = options
    const isText = typeof body === 'string'
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(options.token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) }
  }
  const yaml = readFileSync('test/fixtures/console/launch.yaml', 'utf8')
  await request('PUT', '/v1/templates/launch', { body: { yaml } })
  await fillConsole({ request } as Parameters<typeof fillConsole>[0], {
    ...amountsOf(people),
    tokens: 1,
    webhooks: 0,
  })
}

interface Asked {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

async function visit(
  browser: Browser,
  network: Network,
  origin: string,
  token: string,
): Promise<FirstScreen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow4g.cpuSlowdown })
    network.become(slow4g)
    await page.goto(`${origin}/console`, { waitUntil: 'commit' })
    const field = page.getByLabel('Access token')
    await field.waitFor()
    const formMs = await timeOf(page, 'form')
    await field.fill(token)
    await page.evaluate(() => {
      const click = () => performance.mark('click')
      addEventListener('click', click, { capture: true, once: true })
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    const signedIn = await timeOf(page, '#since')
    const plotted = await timeOf(page, '.plot canvas')
    const clicked = await page.evaluate(() => performance.getEntriesByName('click')[0]?.startTime ?? 0)
    return { signedInMs: signedIn - clicked, plottedMs: plotted - clicked, formMs }
  } finally {
    await context.close()
  }
}

/** The time of the first frame with an element, in milliseconds of the page's clock. */
async function timeOf(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => (document.querySelector(wanted) ? performance.now() : 0),
    selector,
  )
  return Math.round(await found.jsonValue())
}
