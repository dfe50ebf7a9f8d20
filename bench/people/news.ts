import type { Browser, Page } from 'playwright'
import { launchChromium } from '../../test/support/browsers/chromium.ts'
import { startLocalServer } from '../../test/support/local-server.ts'
import { pauses } from '../../test/support/pauses.ts'
import { createDatabase, startCluster } from '../../test/support/postgres.ts'
import { createTemplatesDir } from '../../test/support/templates.ts'
import { type Spread, spreadOf } from '../report/numbers.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'

/** From the first sign of a person in the page until a webhook has been told that the visit started, in milliseconds. */
interface NewsFigures {
  database: 'PGlite' | 'PostgreSQL'
  ms: Spread
}

const template = (site: string) => `page: ${site}/
languages: [en]
content:
  - { selector: h1, type: text, payload: "{{ prospect.email }}, welcome" }
analytics:
  - { id: hero, selector: h1, type: view }
`

const page = (snippetUrl: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Launch</title><script async src="${snippetUrl}"></script></head><body>
<h1>Welcome</h1><button>More</button><section style="height:1500px">Pricing</section></body></html>`

/** First signs, in turn. */
const signs: ((page: Page) => Promise<void>)[] = [
  ({ mouse }) => mouse.move(200, 200),
  ({ mouse }) => mouse.wheel(0, 300),
  ({ touchscreen }) => touchscreen.tap(200, 400),
  ({ keyboard }) => keyboard.press('Tab'),
]

/** Lets people come one after the other, on both databases. PostgreSQL is left out if there is none. */
export async function measureNews(visits: number): Promise<NewsFigures[]> {
  const browser = await launchChromium()
  const cluster = await startCluster()
  try {
    const figures = [await measure('PGlite', { DATA_DIR: 'memory' }, browser, visits)]
    if (!cluster) return figures
    const onServer = { DATABASE_URL: await createDatabase(cluster.url) }
    return [...figures, await measure('PostgreSQL', onServer, browser, visits)]
  } finally {
    await cluster?.stop()
    await browser.close()
  }
}

async function measure(
  database: NewsFigures['database'],
  environment: Record<string, string>,
  browser: Browser,
  visits: number,
): Promise<NewsFigures> {
  let snippetUrl = ''
  await using site = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(page(snippetUrl))
  })
  let told: (() => void) | undefined
  await using receiver = await startLocalServer((_request, response) => {
    told?.()
    response.end('ok')
  })
  await using templates = await createTemplatesDir({ launch: template(site.url) })
  await using motif = await startMotif({
    ...environment,
    TEMPLATES_DIR: templates.path,
    CHECK_PAGES: 'false',
  })
  snippetUrl = `${motif.url}/snippet.js`
  const links = await invite(motif, receiver.url, visits)
  const times: number[] = []
  for (const [at, link] of links.entries()) {
    const arrived = new Promise<number>((resolve) => {
      told = () => resolve(Date.now())
    })
    const signedAt = await come(browser, link, signs[at % signs.length] as (typeof signs)[number], arrived)
    times.push((await arrived) - signedAt)
  }
  return { database, ms: spreadOf(times) }
}

/** Opens a link, gives the sign once the visit is known, and stays until it was told. Returns when the sign came. */
async function come(
  browser: Browser,
  link: string,
  give: (page: Page) => Promise<void>,
  told: Promise<unknown>,
): Promise<number> {
  const context = await browser.newContext({ hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const type of ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown'])
      addEventListener(
        type,
        () => Object.assign(window, { signedAt: Reflect.get(window, 'signedAt') ?? Date.now() }),
        {
          capture: true,
          passive: true,
        },
      )
  })
  const measured = page.waitForResponse((response) => response.url().endsWith('/e'))
  await page.goto(link)
  await measured
  await give(page)
  await told
  const signedAt = await page.evaluate<number>('signedAt')
  await context.close()
  return signedAt
}

/** A campaign, and the webhook; returns the people's links once all pages are made. */
async function invite({ url, token }: MotifProcess, receiver: string, people: number): Promise<string[]> {
  async function ask<Body>(method: string, path: string, body?: object | string): Promise<Body> {
    const isList = typeof body === 'string'
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isList ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: isList ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Body
  }
  await ask('POST', '/webhooks', { url: receiver, events: ['visit.started'] })
  const campaign = { name: 'Launch', template: 'launch', language: 'en' }
  const { id } = await ask<{ id: string }>('POST', '/campaigns', campaign)
  const lines = Array.from({ length: people }, (_, at) => `somebody@company-${at}.example`)
  await ask('POST', `/campaigns/${id}/people`, `email\n${lines.join('\n')}\n`)
  for (const pause = pauses(); ; await pause())
    if ((await ask<{ completed: number }>('GET', `/campaigns/${id}`)).completed === people) break
  const found = await ask<{ people: { link: string }[] }>('GET', `/campaigns/${id}/people?limit=1000`)
  return found.people.map(({ link }) => link)
}
