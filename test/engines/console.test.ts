import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { invite } from '../browser/console/invite.ts'
import { launchTemplate, report } from '../browser/console/opened.ts'
import type { Tab } from '../support/browsers/browser.ts'
import { type Controls, controlsOf } from '../support/controls.ts'
import { type RequestOptions, type Service, startService } from '../support/service.ts'
import { createTemplatesDir } from '../support/templates.ts'
import { test } from '../support/visit.ts'

/** Each journey has its own organization. */
const organizations = ['invited', 'campaign', 'person', 'template'] as const
type Organization = (typeof organizations)[number]

const tokens = Object.fromEntries(
  organizations.map((organization) => [organization, randomBytes(16).toString('base64url')]),
) as Record<Organization, string>

const list = 'E-mail;First Name;Last Name;Company\nanna@north.example;Anna;Berg;North Wind\nnobody;;;'

let service: Service

beforeAll(async () => {
  const templates = await createTemplatesDir({ launch: launchTemplate })
  const members = organizations.map((organization) => `${organization}/ada=${tokens[organization]}`)
  service = await startService({ TEMPLATES_DIR: templates.path, MOTIF_TOKENS: members.join() })
})

/** Types the access token, as one does for the first time. */
async function signIn(tab: Tab, organization: Organization): Promise<Controls> {
  const page = controlsOf(tab)
  await page.fill('Access token', tokens[organization])
  await page.click('button', 'Sign in')
  await page.see('heading', 'Today')
  return page
}

/** The console without a session. */
async function openConsole(browser: { open(url: string): Promise<Tab> }): Promise<Tab> {
  const tab = await browser.open(`${service.url}/console`)
  await tab.evaluate(`fetch('/console/session', { method: 'DELETE' }).then(({ status }) => status)`)
  await tab.goto(`${service.url}/console`)
  return tab
}

function consoleOf(organization: Organization) {
  const request = (method: string, path: string, options?: RequestOptions) =>
    service.request(method, path, { token: tokens[organization], ...options })
  return { service, request, token: tokens[organization] } as unknown as Parameters<typeof invite>[0]
}

describe('the console', () => {
  test('a colleague signs in by a link, and sees nothing that a viewer may not do', async ({ browser }) => {
    const tab = await openConsole(browser)
    const page = await signIn(tab, 'invited')
    await page.click('link', 'Settings')
    await page.click('button', 'Invite')
    await page.fill('Name', 'Carla')
    await page.fill('Address', 'carla@acme.example')
    await page.click('button', 'Invite')
    await page.read('/console/sign-in')
    const link = await page.run(() => document.querySelector('.secret')?.textContent ?? '')
    await page.click('button', 'Sign out')
    await page.see('textbox', 'Access token')
    await tab.goto(link)
    await page.click('button', 'Sign in')
    await page.see('heading', 'Today')
    await page.click('link', 'Campaigns')
    await page.read('No campaign yet')
    expect(await page.has('button', 'New campaign')).toBe(false)
    await tab.close()
  })

  test('a list becomes people with links, and a file of them', async ({ browser }) => {
    const tab = await openConsole(browser)
    const page = await signIn(tab, 'campaign')
    await page.click('link', 'Campaigns')
    await page.click('button', 'New campaign')
    await page.fill('Name', 'Spring launch')
    await page.choose('Language', 'de')
    await page.paste('Or paste it', list)
    await page.read('separated by semicolons')
    await page.click('button', 'Create')
    await page.see('heading', 'Spring launch')
    await page.see('row', 'Anna Berg')
    await page.click('link', 'Problems (1)')
    await page.see('textbox', 'E-mail, line 3')
    const links = await page.run(async () => {
      const all = [...document.querySelectorAll('a')]
      const download = all.find(({ textContent }) => textContent === 'Download links')
      return (await fetch(download?.href ?? '')).text()
    })
    expect(links).toMatch(/anna@north\.example.*https:\/\/www\.example\.com\/launch\?pattern=/)
    await tab.close()
  })

  test('a visit arrives on Today, stands in the person’s timeline, and goes with the person', async ({
    browser,
  }) => {
    const who = { email: 'jane.doe@acme.example', additional: { name: 'Jane Doe' } }
    const { prospect, pattern } = await invite(consoleOf('person'), who)
    const tab = await openConsole(browser)
    const page = await signIn(tab, 'person')
    await page.read('Live')
    const events = [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
      { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
    ]
    await report(service, pattern, 'one', events)
    await page.read('clicked reserve')
    await page.click('link', 'Jane Doe')
    await page.see('heading', 'Jane Doe')
    await page.read('clicked reserve')
    await page.click('button', 'Erase')
    await page.see('heading', 'Erase Jane Doe?')
    await page.click('button', 'Erase')
    await page.see('heading', 'Receipt')
    expect((await consoleOf('person').request('GET', `/v1/prospects/${prospect}`)).status).toBe(404)
    await tab.close()
  })

  test('a template with a mistake is told where, and mended', async ({ browser }) => {
    const tab = await openConsole(browser)
    const page = await signIn(tab, 'template')
    await consoleOf('template').request('PUT', '/v1/templates/autumn', { body: { yaml: yamlOf('text') } })
    await page.click('link', 'Templates')
    await page.click('link', 'autumn')
    await page.click('link', 'YAML')
    await page.fill('YAML', yamlOf('txt'))
    await page.click('button', 'Save')
    await page.read('Line 1, column')
    await page.fill('YAML', yamlOf('text'))
    await page.click('button', 'Save')
    await page.read('Saved.')
    await tab.close()
  })
})

function yamlOf(type: string): string {
  return `{page: "https://www.example.com/autumn", languages: [en], content: [{selector: h1, type: ${type}, payload: x}]}`
}
