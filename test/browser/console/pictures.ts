import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { launchTemplate } from './opened.ts'

/**
 * `npm run console:pictures -- --things 60 --to FOLDER`: every screen of the console with so many things in it, wide and
 * narrow, light and dark, as PNG; what the browser's console says as well.
 */
const { values } = parseArgs({
  options: { things: { type: 'string', default: '60' }, to: { type: 'string', default: 'pictures' } },
})
const things = Number(values.things)
mkdirSync(values.to, { recursive: true })

await using templates = await createTemplatesDir({ launch: launchTemplate })
await using service = await startService({ TEMPLATES_DIR: templates.path })
await fillConsole(service, amountsOf(things))
const browser = await launchChromium()
try {
  for (const width of [1280, 390]) for (const scheme of ['light', 'dark'] as const) await take(width, scheme)
} finally {
  await browser.close()
}

async function take(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await signedIn(browser, service, { viewport: { width, height: 900 }, colorScheme })
  for (const [name, path] of Object.entries(await screensOf(service))) {
    await page.goto(service.url + path, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    const file = join(values.to, `${things}-${name}-${width}-${colorScheme}.png`)
    await page.screenshot({ path: file, fullPage: name !== 'sign-in' && things < 1000 })
  }
  await page.context().close()
}

async function signedIn(of: Browser, { url, token }: Service, options: object): Promise<Page> {
  const context = await of.newContext(options)
  const page = await context.newPage()
  page.on(
    'console',
    (message) => message.type() === 'error' && console.log(`${page.url()}: ${message.text()}`),
  )
  page.on('pageerror', (error) => console.log(`${page.url()}: ${error.message}`))
  await context.request.post(`${url}/console/session`, { data: { token } })
  return page
}

/** The screens by name, with the address of something in each that there is. */
async function screensOf({ request }: Service): Promise<Record<string, string>> {
  const campaigns = await request<{ campaigns: { id: string }[] }>('GET', '/v1/campaigns?limit=1')
  const people = await request<{ records: { prospect: string }[] }>(
    'GET',
    '/results/content?sort=-visits&limit=1',
  )
  const campaign = campaigns.body.campaigns[0]?.id
  const person = await firstPerson(campaign)
  return {
    today: '/console',
    campaigns: '/console/campaigns',
    'new-campaign': '/console/campaigns?new=1',
    ...(campaign && {
      campaign: `/console/campaigns/${campaign}`,
      'campaign-problems': `/console/campaigns/${campaign}?tab=problems`,
      'campaign-gaps': `/console/campaigns/${campaign}?tab=gaps`,
      'campaign-figures': `/console/campaigns/${campaign}?tab=figures`,
    }),
    people: '/console/people',
    links: '/console/people?tab=links',
    ...(person && people.status === 200 && { person: `/console/people/${person}` }),
    templates: '/console/templates',
    template: '/console/templates/launch',
    'template-yaml': '/console/templates/launch?tab=yaml',
    'template-tag': '/console/templates/launch?tab=tag',
    settings: '/console/settings',
  }

  async function firstPerson(of: string | undefined): Promise<string | undefined> {
    if (!of) return undefined
    const { body } = await request<{ people: { prospect?: string }[] }>(
      'GET',
      `/v1/campaigns/${of}/people?limit=6`,
    )
    return body.people.at(-1)?.prospect ?? body.people[0]?.prospect
  }
}
