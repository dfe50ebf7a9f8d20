import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'

/**
 * `npx node test/browser/console/day-after.ts`: what a marketer does on the day after the links went out, in a real browser, on a real page,
 * with the clicks and seconds of each step. It ends with an error if a step is not possible. `--to FOLDER` keeps a picture of
 * each step.
 */
const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (values.to) mkdirSync(values.to, { recursive: true })

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

const templateFor = (site: string) => `page: ${site}/
languages: [en]
content:
  - { name: Headline, selector: h1, type: text, payload: "{{ prospect.company }}, close the books in three days" }
  - { name: Logo, selector: "#logo", type: src, payload: "/img/logo-{{ prospect.industry | slugify }}.svg" }
analytics:
  - { id: hero, name: Headline, selector: h1, type: view }
  - { id: quote, name: Customer quote, selector: blockquote, type: duration }
  - { id: book, name: Book a demo, selector: "#book", type: click, goal: true }
`

const header = 'E-mail;First Name;Last Name;Company;Industry;Owner'
const line = (n: number) =>
  `person${n}@company${n % 40}.example;Person;${n};Company ${n % 40};${n % 2 ? 'Retail' : 'Software'};${n % 3 ? 'Tom Reed' : 'Mia Lund'}`
const list = [header, ...Array.from({ length: 200 }, (_, n) => line(n))].join('\n')

/** The page of the customer: with another headline element while it is broken. Only software has a logo. */
const site = { isBroken: false }
const tag = { url: '' }
const pageOf =
  () => `<!doctype html><html lang="en"><head><title>Ledgerline</title><link rel="icon" href="data:,">
<script src="${tag.url}/snippet.js"></script></head><body>
<${site.isBroken ? 'h2' : 'h1'}>Close the books</${site.isBroken ? 'h2' : 'h1'}>
<img id="logo" src="/img/logo.svg" alt="" width="80" height="40">
<blockquote style="height: 300px">We went from ten days to three.</blockquote>
<a id="book" href="#booked">Book a demo</a></body></html>`

await using customer = await startLocalServer(({ path }, response) => {
  if (/^\/img\/logo(-software)?\.svg/.test(path))
    response
      .setHeader('content-type', 'image/svg+xml')
      .end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
  else if (path.startsWith('/img/')) response.writeHead(404).end()
  else response.setHeader('content-type', 'text/html').end(pageOf())
})
await using slack = await startLocalServer(({ body }, response) => {
  const { text } = JSON.parse(body) as { text?: string }
  response.writeHead(text ? 200 : 400).end(text ? 'ok' : 'no_text')
})
await using templates = await createTemplatesDir({ ledgerline: templateFor(customer.url) })
await using service = await startService({ TEMPLATES_DIR: templates.path, CHECK_PAGES: 'true' })
tag.url = service.url

interface Row {
  step: string
  clicks: number
  seconds: string
  result: string
}
const rows: Row[] = []
const hand = { clicks: 0 }

/** One step: what is done, and what came of it. */
async function step(name: string, page: Page, work: () => Promise<string>): Promise<void> {
  const before = { clicks: hand.clicks, at: performance.now() }
  const result = await work()
  const seconds = ((performance.now() - before.at) / 1000).toFixed(1)
  rows.push({ step: name, clicks: hand.clicks - before.clicks, seconds, result })
  if (values.to) await page.screenshot({ path: join(values.to, `${name.replace(/\W+/g, '-')}.png`) })
}

async function click(target: Locator): Promise<void> {
  await target.click()
  hand.clicks++
}

async function fill(target: Locator, text: string): Promise<void> {
  await target.fill(text)
  hand.clicks++
}

const isThere = (page: Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor({ timeout: 30_000 })

async function since<T>(work: () => Promise<T>): Promise<string> {
  const at = performance.now()
  await work()
  return `${((performance.now() - at) / 1000).toFixed(1)} s`
}

/** Somebody opens their link, moves, reads, and perhaps books. */
async function visit(context: BrowserContext, link: string, { books = false } = {}): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await page.mouse.move(40, 40)
  await page.mouse.move(80, 200, { steps: 4 })
  await page.mouse.wheel(0, 20)
  if (books) await page.click('#book')
  return page
}

/** Goes elsewhere: unlike this, a tab that a program closes tells nothing. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.close()
}

const browser = await launchChromium()
try {
  await day(browser, service)
} finally {
  await browser.close()
}
console.table(rows)

async function day(of: Browser, { url, token, request }: Service): Promise<void> {
  const context = await of.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const visitors = await of.newContext({ userAgent })
  await context.request.post(`${url}/console/session`, { data: { token } })
  const campaign = await request<{ id: string }>('POST', '/v1/campaigns', {
    body: { name: 'Spring launch', template: 'ledgerline', language: 'en', control: 20 },
  })
  const { id } = campaign.body
  await request('POST', `/v1/campaigns/${id}/people`, { body: list, headers: { 'content-type': 'text/csv' } })
  await page.goto(`${url}/console/campaigns/${id}`)
  await page.getByText(/pages made/).waitFor({ state: 'detached', timeout: 120_000 })
  const links = await linksOf(request, id)

  await step('7 Twenty visits', page, async () => {
    await page.goto(`${url}/console`)
    await isThere(page, 'Nobody at the moment')
    const first = await visit(visitors, links[0] ?? '', { books: true })
    const appeared = await since(() => isThere(page, /on ledgerline, there since/))
    await leave(first)
    const gone = await since(() => isThere(page, 'Nobody at the moment'))
    for (const link of links.slice(1, 20)) await leave(await visit(visitors, link))
    await page.getByRole('table', { name: 'Who to call' }).getByRole('row').nth(15).waitFor()
    return `on Today ${appeared} after the click; gone ${gone} after leaving; the rest listed, warmest first`
  })

  await step('8 Slack when somebody books', page, async () => {
    await click(page.getByRole('link', { name: 'Settings' }))
    await click(page.getByRole('button', { name: 'New alert' }))
    const dialog = page.getByRole('dialog')
    await fill(dialog.getByLabel('Address of the webhook'), `${slack.url}/services/T/B/x`)
    await isThere(page, 'It will say')
    await click(dialog.getByRole('button', { name: 'Create' }))
    await click(page.getByRole('button', { name: 'Test' }))
    await isThere(page, 'Slack answered:')
    const before = slack.received.length
    const booking = await visit(visitors, links[21] ?? '', { books: true })
    const arrived = await since(() => slack.whenReceived(before + 1))
    await leave(booking)
    const { text } = JSON.parse(slack.received.at(-1)?.body ?? '{}') as { text: string }
    return `arrived ${arrived} after the click: ${text}`
  })

  await step('9 Did it work?', page, async () => {
    await click(page.getByRole('link', { name: 'Campaigns' }))
    await click(page.getByRole('link', { name: 'Spring launch' }))
    await isThere(page, /Too early|Not sure|won/)
    return (await page.locator('.answer').first().innerText()).replace(/\s+/g, ' ')
  })

  await step('10 The page loses its headline', page, async () => {
    site.isBroken = true
    for (const link of links.slice(22, 24)) {
      const broken = await visit(visitors, link)
      await broken.evaluate('motif.ready')
      await leave(broken)
    }
    await click(page.getByRole('link', { name: 'Today' }))
    const named = await since(() => isThere(page, /was not found on the page/))
    const words = await page
      .locator('.faults li')
      .filter({ hasText: 'was not found on the page' })
      .first()
      .innerText()
    site.isBroken = false
    const mended = await since(async () => {
      for (const link of links.slice(24, 30)) await leave(await visit(visitors, link))
      await page.getByText(/was not found on the page/).waitFor({ state: 'detached', timeout: 60_000 })
    })
    return `named ${named} after looking: ${words.replace(/\s+/g, ' ')} Gone ${mended} after it was mended and visited`
  })

  await step('11 A colleague may look', page, async () => {
    await click(page.getByRole('link', { name: 'Settings' }))
    await fill(page.getByRole('textbox', { name: 'Name' }), 'Kim')
    await fill(page.getByRole('textbox', { name: 'Address' }), 'kim@ledgerline.example')
    await click(page.getByRole('button', { name: 'Invite' }))
    const link = await page.locator('.secret').innerText()
    const kim = await (await of.newContext()).newPage()
    await kim.goto(link)
    await kim.getByLabel('Keep me signed in').check()
    await kim.getByRole('button', { name: 'Sign in' }).click()
    await kim.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await kim.getByRole('link', { name: 'Campaigns' }).click()
    await kim.getByRole('link', { name: 'Spring launch' }).waitFor()
    if (await kim.getByRole('button', { name: 'New campaign' }).count()) throw new Error('a viewer may make')
    const days = Math.round(
      ((await kim.context().cookies())[0]?.expires ?? 0) / 86_400 - Date.now() / 86_400_000,
    )
    await kim.context().close()
    return `signed in as viewer for ${days} days`
  })

  await step('12 Erase one person', page, async () => {
    await click(page.getByRole('link', { name: 'People' }))
    await fill(page.getByLabel('Search people'), 'person7@')
    await click(page.getByRole('link', { name: 'Person 7', exact: true }))
    await click(page.getByRole('button', { name: 'Erase' }))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Erase' }))
    await page.getByRole('heading', { name: 'Receipt' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('button', { name: 'Download receipt' })),
    ])
    const left = (await linksOf(request, id)).length
    return `${file.suggestedFilename()}; personal links that are gone: ${links.length - left}`
  })

  await step('13 and 14 Telephone and dark', page, async () => {
    const options = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
    const phone = await of.newContext(options)
    await phone.request.post(`${url}/console/session`, { data: { token } })
    const small = await phone.newPage()
    const screens = [
      '',
      '/campaigns',
      `/campaigns/${id}`,
      '/people',
      '/people?tab=links',
      '/templates',
      '/settings',
    ]
    const tooWide: string[] = []
    for (const screen of screens) {
      await small.goto(`${url}/console${screen}`)
      await small.getByRole('heading', { level: 1 }).waitFor()
      await small.locator('.loading').first().waitFor({ state: 'detached' })
      const width = await small.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) tooWide.push(screen)
    }
    await phone.close()
    if (tooWide.length > 0) throw new Error(`wider than the telephone: ${tooWide.join(', ')}`)
    return `${screens.length} screens, none wider than the telephone`
  })

  await step('15 Three questions to Help', page, async () => {
    await click(page.getByRole('button', { name: 'Help' }))
    const dialog = page.getByRole('dialog', { name: 'Help' })
    const answers: string[] = []
    for (const words of ['consent', 'first name', 'hubspot merge field']) {
      await fill(dialog.getByRole('searchbox'), words)
      await dialog.getByText(/^Found in/).waitFor()
      answers.push(`${words}: ${await dialog.locator('summary').first().innerText()}`)
    }
    return answers.join(' · ')
  })
}

interface PeoplePage {
  people: { link?: string; group?: string }[]
  next?: string
}

/** The links of those who see a personal page. */
async function linksOf(request: Service['request'], id: string): Promise<string[]> {
  const links: string[] = []
  let next: string | undefined = ''
  while (next !== undefined) {
    const query: string = `limit=100${next && `&cursor=${next}`}`
    const page = await request<PeoplePage>('GET', `/v1/campaigns/${id}/people?${query}`)
    links.push(...page.body.people.flatMap(({ link, group }) => (group === 'control' ? [] : (link ?? []))))
    next = page.body.next
  }
  return links
}
