import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Campaign } from '../../service/campaigns/campaign.ts'
import type { Lift } from '../../service/campaigns/lift/lift.ts'
import type { PageCheck } from '../../service/templates/schemas.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Demo, startDemo } from '../support/demo.ts'
import { motif } from '../support/motif.ts'

/** What the three prospects see: their own text, picture, link and HTML, by selector. */
const expected = {
  launch: [
    ['Know which three hours the sea will give you.', 'wind-energy', 'Nordvik Wind'],
    ['Die Böe kennen, bevor der Kran sie spürt.', 'shipping', 'Elbtor Terminal'],
    ['Know where the frost will lie tonight.', 'winemaking', 'Quinta do Vale Alto'],
  ],
  article: [
    ['The hour before the boat', 'wind-energy', 'Nordvik Wind'],
    ['Die Stunde vor der Böe', 'shipping', 'Elbtor Terminal'],
    ['The hour before the frost', 'winemaking', 'Quinta do Vale Alto'],
  ],
  app: [
    ['Sixteen foundations, to the nearest two centimetres.', 'wind-energy', 'Nordvik Wind'],
    ['Jede Box am Kai, gezählt vor sechs Uhr.', 'shipping', 'Elbtor Terminal'],
    ['Every row on the slope, and what it lacks.', 'winemaking', 'Quinta do Vale Alto'],
  ],
} as const

const places = {
  launch: { title: '#hero h1', picture: '#hero .scene', link: '#hero .quiet', html: '#hero .lead b' },
  article: { title: 'h1', picture: '.plate img', link: '#letter .write', html: '#letter b' },
  app: { title: '#overview h1', picture: '.sheet img', link: '.bar .go', html: '#overview .lead b' },
} as const

/** Where a prospect's link leads, by page. */
const destinations = {
  launch: (company: string) => `@fallstreak.example?subject=${encodeURIComponent(company)}`,
  article: (company: string) => `mailto:letters@windward.example?subject=${encodeURIComponent(company)}`,
  app: () => '/app/visit?site=',
}

const names = ['launch', 'article', 'app'] as const
const dataDir = mkdtempSync(join(tmpdir(), 'motif-demo-test-'))
let browser: Browser
let demo: Demo

beforeAll(async () => {
  browser = await launchChromium()
  demo = await startDemo({ DATA_DIR: dataDir })
})

afterAll(async () => {
  await browser.close()
  await demo[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each(names)('the %s page', (name) => {
  test('is as its marketer made it, without a pattern', async () => {
    const { page, complaints } = await open(demo.linksTo(name)[0])
    await page.waitForSelector(places[name].title)
    expect(await pictureOf(page, name)).toMatchObject({ path: `/${name}/img/anywhere.svg`, isLoaded: true })
    expect(complaints).toEqual([])
  })

  test.each([0, 1, 2])("shows prospect %i's own text, picture, link and HTML", async (index) => {
    const [title, industry, company] = expected[name][index] ?? []
    const { page, complaints } = await open(demo.linksTo(name)[index + 1])
    const { missing, refused, contested } = (await page.evaluate('motif.ready')) as Record<string, number[]>
    const { title: heading, link, html } = places[name]
    expect(await page.textContent(heading)).toBe(title)
    expect(await pictureOf(page, name)).toEqual({ path: `/${name}/img/${industry}.svg`, isLoaded: true })
    expect(await page.getAttribute(link, 'href')).toContain(destinations[name](company ?? ''))
    expect(await page.textContent(html)).toBe(company)
    expect({ missing, refused, contested }).toEqual({ missing: [], refused: [], contested: [] })
    expect(complaints).toEqual([])
  })
})

test('the check of pages finds nothing wrong, and calls nothing broken that React draws', async () => {
  expect(await motif(['maintain'], { DATA_DIR: join(dataDir, 'database') })).toMatchObject({ code: 0 })
  for (const name of names) {
    const { hasTag, items } = await get<PageCheck>(`/v1/templates/${name}/page`)
    expect({ name, hasTag }).toEqual({ name, hasTag: true })
    const state = name === 'app' ? 'unknown' : undefined
    expect(items.map((item) => item.state)).toEqual(items.map(() => state))
  }
  expect(await get('/v1/faults')).toEqual({ faults: [] })
})

test('a route of the app that is drawn later is personal too, and stays so when React draws it again', async () => {
  const { page, complaints } = await open(demo.linksTo('app')[1])
  await page.click('#overview .button')
  await page.waitForFunction(
    `document.querySelector('#estimate h1')?.textContent === 'A price for Nordvik Wind.'`,
  )
  await page.locator('input[type=range]').fill('200')
  await page.waitForFunction(`document.querySelector('.counter b')?.textContent.includes('200')`)
  expect(await page.textContent('#estimate h1')).toBe('A price for Nordvik Wind.')
  await page.click('.bar .go')
  await page.waitForFunction(`document.querySelector('#visit h1')?.textContent === 'Mara, choose a morning.'`)
  expect(await page.inputValue('input[name=site]')).toBe('Nordvik III')
  expect(complaints).toEqual([])
})

test.each(['launch', 'article'] as const)(
  'the %s page comes personal from the edge, with scripts blocked too',
  async (name) => {
    const [title, industry, company] = expected[name][0]
    const context = await browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const read = async () => {
      await page.goto(demo.edgeLinkTo(name))
      return page.textContent(places[name].title)
    }
    // On a busy machine the record may come later than the edge waits.
    await expect.poll(read).toBe(title)
    expect(await page.getAttribute(places[name].picture, 'src')).toBe(`/${name}/img/${industry}.svg`)
    expect(await page.textContent(places[name].html)).toBe(company)
  },
)

test('the page at the root shows all of them side by side', async () => {
  const origin = new URL(demo.linksTo('app')[0] ?? '').origin
  const { page, complaints } = await open(`${origin}/`)
  expect(await page.locator('.cards a').count()).toBe(12)
  expect(await page.locator('.cards a[href*="pattern="]').count()).toBe(9)
  const links = await page
    .locator('.strips a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links).toEqual([demo.edgeLinkTo('launch'), demo.edgeLinkTo('article')])
  const widths = await page
    .locator('.strips img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
  expect(widths.map((width) => width > 0)).toEqual([true, true])
  expect(complaints).toEqual([])
})

test('its campaigns show each verdict, a plot over days, and machines beside the people who came', async () => {
  await demo.untilPlayed()
  const { campaigns } = await get<{ campaigns: Campaign[] }>('/v1/campaigns')
  const found = campaigns.map(async ({ id, name, machines }) => {
    const { verdict, days } = await get<Lift>(`/v1/campaigns/${id}/lift`)
    return { name, verdict, hasDays: days.length > 1, machines }
  })
  const verdicts = {
    'Hektar: a first flight (played)': 'worse',
    'Fallstreak One: ports and wind farms (played)': 'better',
    'Fallstreak One: winemakers (played)': 'not-sure-yet',
    'The Windward: the spring issue (played)': 'too-early',
  }
  const expected = Object.entries(verdicts).map(([name, verdict]) => ({
    name,
    verdict,
    hasDays: true,
    machines: 12,
  }))
  expect(new Set(await Promise.all(found))).toEqual(new Set(expected))
}, 600_000)

test('it ends cleanly on Ctrl-C, and a second run works on the same data, on ports that are free', async () => {
  const patterns = patternsOf(demo)
  expect(new Set(patterns).size).toBe(9)
  expect(await demo.stop()).toBe(0)
  const taken = await takePort()
  await using again = await startDemo({ DATA_DIR: dataDir, PORT: taken, DEMO_PORT: taken })
  expect(patternsOf(again)).toEqual(patterns)
  expect(again.text).toContain(`Port ${taken} is taken`)
  const { page } = await open(again.linksTo('launch')[1])
  await page.evaluate('motif.ready')
  expect(await page.textContent('#hero h1')).toBe(expected.launch[0][0])
  expect(await again.stop('group')).toBe(0)
})

/** Asks the API of the demo's service with the token that it prints. */
async function get<T>(path: string): Promise<T> {
  const service = new URL(/http:\S+\/console\S*/.exec(demo.text)?.[0] ?? '').origin
  const [, token] = /a token for the API +(\S+)/.exec(demo.text) ?? []
  const response = await fetch(service + path, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as T
}

/** Opens a link in a tab of its own and keeps whatever goes wrong there. */
async function open(url: string | undefined): Promise<{ page: Page; complaints: string[] }> {
  const complaints: string[] = []
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => isGivenUp(request) || complaints.push(`failed: ${request.url()}`))
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`),
  )
  await page.goto(url ?? '')
  return { page, complaints }
}

/** The browser stops fetching the page's own picture when another takes its place before it has come. */
function isGivenUp(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED' && request.url().endsWith('/img/anywhere.svg')
}

async function pictureOf(page: Page, name: keyof typeof places) {
  const picture = page.locator(places[name].picture)
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return { path: new URL(image.src).pathname, isLoaded: image.naturalWidth > 0 }
  })
}

function patternsOf(demo: Demo): string[] {
  return names
    .flatMap((name) => demo.linksTo(name).slice(1))
    .map((link) => new URL(link).searchParams.get('pattern') ?? '')
}

/** A port that somebody else listens on, until the test is over. */
async function takePort(): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return String(address && typeof address === 'object' ? address.port : 0)
}
