import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { launchTemplate } from './opened.ts'
import { pictureRow } from './picture-row.ts'

/**
 * `node test/browser/console/pictures.ts --things 60 --to FOLDER`: every screen of the console with so many things in it, wide and
 * narrow, light and dark, as PNG; what the browser's console says as well. With `--docs` those of `docs/console.md`: each
 * screen's four in a row.
 */
const { values } = parseArgs({
  options: {
    things: { type: 'string', default: '60' },
    to: { type: 'string', default: 'pictures' },
    docs: { type: 'boolean', default: false },
  },
})
const things = Number(values.things)
const documented = ['today', 'campaigns', 'campaign', 'people', 'person', 'templates', 'template', 'settings']
const folder = values.docs ? 'docs/images' : values.to
mkdirSync(folder, { recursive: true })

await using templates = await createTemplatesDir({ launch: launchTemplate })
await using service = await startService({ TEMPLATES_DIR: templates.path })
await fillConsole(service, amountsOf(things))
const browser = await launchChromium()
try {
  const screens = await screensOf(service)
  const taken = new Map(Object.keys(screens).map((name) => [name, [] as Buffer[]]))
  for (const width of [1280, 390])
    for (const scheme of ['light', 'dark'] as const)
      for await (const [name, png] of take(screens, width, scheme)) taken.get(name)?.push(png)
  if (values.docs)
    for (const name of documented)
      writeFileSync(join(folder, `console-${name}.webp`), await pictureRow(browser, taken.get(name) ?? []))
} finally {
  await browser.close()
}

async function* take(
  screens: Record<string, string>,
  width: number,
  colorScheme: 'light' | 'dark',
): AsyncGenerator<[name: string, png: Buffer]> {
  const page = await signedIn(browser, service, { viewport: { width, height: 900 }, colorScheme })
  for (const [name, path] of Object.entries(screens)) {
    if (values.docs && !documented.includes(name)) continue
    await page.goto(service.url + path, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    if (name === 'list-preview') await paste(page)
    const png = await page.screenshot({ fullPage: !values.docs && things < 1000 })
    if (!values.docs) writeFileSync(join(folder, `${things}-${name}-${width}-${colorScheme}.png`), png)
    yield [name, png]
  }
  await page.context().close()
}

/** A list with what is hard to show: titles without blanks, long values, a line that cannot be used. */
async function paste(page: Page): Promise<void> {
  const titles =
    'E-mail;Company;Rechtsschutzversicherungsgesellschaftsname;hs_analytics_last_visit_timestamp_utc;Anzahl der Mitarbeiterinnen und Mitarbeiter'
  const line =
    'maximiliane.von.hohenlohe@donaudampfschifffahrt.example;Donaudampfschifffahrtsgesellschaft mbH;Nord;1763891112000;12'
  await page
    .getByLabel('Or paste it')
    .fill([titles, line, 'ben@acme.example;Acme;;;7', 'nobody;;;;'].join('\n'))
  await page.getByRole('table', { name: 'Columns of the list' }).waitFor()
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
    'list-preview': '/console/campaigns?new=1',
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
