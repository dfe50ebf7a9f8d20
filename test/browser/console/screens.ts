import type { Page } from 'playwright'
import type { Service } from '../../support/service.ts'

/** A screen of the console, as somebody may have it before them. */
export interface ConsoleScreen {
  name: string
  path: string
  /** What is done on it before it is looked at. */
  prepare?: (page: Page) => Promise<void>
  /** Whether nobody is signed in. */
  isSignedOut?: boolean
}

/** Every screen of the console, with what opens on it. Those of a campaign and of a person only if there is one. */
export async function screensOf({ request }: Pick<Service, 'request'>): Promise<ConsoleScreen[]> {
  const { body } = await request<{ campaigns: { id: string; people: number }[] }>('GET', '/v1/campaigns')
  const [campaign, other] = body.campaigns.filter(({ people }) => people > 0).map(({ id }) => id)
  const person = await firstPerson(campaign)
  return [
    { name: 'sign-in', path: '', isSignedOut: true },
    { name: 'sign-in-by-link', path: '/sign-in?link=1111111111111111111111', isSignedOut: true },
    { name: 'today', path: '' },
    { name: 'today-companies', path: '?by=company' },
    { name: 'help', path: '', prepare: openHelp },
    { name: 'help-found', path: '', prepare: (page) => searchHelp(page, 'merge field') },
    { name: 'campaigns', path: '/campaigns' },
    { name: 'new-campaign', path: '/campaigns?new=1' },
    { name: 'list-preview', path: '/campaigns?new=1', prepare: pasteList },
    ...(campaign ? screensOfCampaign(campaign) : []),
    ...(other ? screensOfOther(other) : []),
    { name: 'people', path: '/people' },
    { name: 'nobody-found', path: '/people?search=xylophone' },
    { name: 'links', path: '/people?tab=links' },
    ...(person
      ? [
          { name: 'person', path: `/people/${person}` },
          { name: 'erase', path: `/people/${person}`, prepare: openDialog('Erase') },
        ]
      : []),
    { name: 'templates', path: '/templates' },
    { name: 'new-template', path: '/templates', prepare: openDialog('New template') },
    { name: 'template', path: '/templates/launch' },
    { name: 'template-yaml', path: '/templates/launch?tab=yaml' },
    { name: 'template-history', path: '/templates/launch?tab=history' },
    { name: 'template-tag', path: '/templates/launch?tab=tag' },
    { name: 'settings', path: '/settings' },
    { name: 'invited', path: '/settings', prepare: inviteNobody },
    { name: 'new-alert', path: '/settings', prepare: openDialog('New alert') },
    { name: 'connect-assistant', path: '/settings', prepare: openDialog('Connect an assistant') },
    { name: 'new-token', path: '/settings', prepare: openDialog('New token') },
    { name: 'new-webhook', path: '/settings', prepare: openDialog('New webhook') },
    { name: 'not-found', path: '/nothing' },
  ]

  async function firstPerson(of: string | undefined): Promise<string | undefined> {
    if (!of) return undefined
    const answer = await request<{ people: { prospect?: string }[] }>(
      'GET',
      `/v1/campaigns/${of}/people?limit=6`,
    )
    return answer.body.people.at(-1)?.prospect ?? answer.body.people[0]?.prospect
  }
}

function screensOfCampaign(id: string): ConsoleScreen[] {
  const path = `/campaigns/${id}`
  return [
    { name: 'campaign', path },
    { name: 'campaign-problems', path: `${path}?tab=problems` },
    { name: 'campaign-missing', path: `${path}?tab=gaps` },
    { name: 'campaign-figures', path: `${path}?tab=figures` },
    { name: 'review', path: `${path}?review=1` },
    { name: 'campaign-menu', path, prepare: press('More actions') },
    { name: 'update-pages', path, prepare: openFromMenu('Update pages') },
    { name: 'delete', path, prepare: openFromMenu('Delete') },
  ]
}

/** Of a campaign with a control group and words for some. */
function screensOfOther(id: string): ConsoleScreen[] {
  const path = `/campaigns/${id}`
  return [
    { name: 'campaign-controlled', path },
    { name: 'campaign-words-for-some', path: `${path}?tab=gaps` },
    { name: 'template-words-for-some', path: '/templates/webinar' },
  ]
}

/** Opens a screen and waits until what it shows has come. */
export async function showScreen(page: Page, url: string, { path, prepare }: ConsoleScreen): Promise<void> {
  await page.goto(`${url}/console${path}`, { waitUntil: 'load' })
  await loaded(page)
  await prepare?.(page)
  await loaded(page)
}

/** Thousands of people may be read beside other work of the machine. */
const timeout = 120_000

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached', timeout })
  // A plot's script is loaded beside the screen.
  await page.locator('.plot:empty').first().waitFor({ state: 'detached' })
}

function openDialog(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await press(name)(page)
    await page.getByRole('dialog').waitFor()
  }
}

function press(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name, exact: true }).first().click()
}

function openFromMenu(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await press('More actions')(page)
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').waitFor()
  }
}

async function openHelp(page: Page): Promise<void> {
  await press('Help')(page)
  await page.getByRole('dialog').getByText('Often asked here').waitFor()
}

async function searchHelp(page: Page, words: string): Promise<void> {
  await openHelp(page)
  await page.getByRole('dialog').getByRole('searchbox').fill(words)
  await page.getByText(/^Found in/).waitFor()
}

async function inviteNobody(page: Page): Promise<void> {
  await openDialog('Invite')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Enter an e-mail address.').waitFor()
}

/** A list with what is hard to show: titles without blanks, long values, a line that cannot be used. */
async function pasteList(page: Page): Promise<void> {
  const titles =
    'E-mail;Company;Rechtsschutzversicherungsgesellschaftsname;hs_analytics_last_visit_timestamp_utc;Anzahl der Mitarbeiterinnen und Mitarbeiter'
  const line =
    'maximiliane.von.hohenlohe@donaudampfschifffahrt.example;Donaudampfschifffahrtsgesellschaft mbH;Nord;1763891112000;12'
  const text = [titles, line, 'ben@acme.example;\xafubr \xa3\xf3d\x9f;;;7', 'nobody;;;;'].join('\n')
  await page
    .getByLabel('List of people')
    .setInputFiles({ name: 'klienci.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  await page.getByRole('table', { name: 'Columns of the list' }).waitFor()
}
