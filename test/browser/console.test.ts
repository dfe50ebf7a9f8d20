import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { startLocalServer } from '../support/local-server.ts'
import { createContent, createProspect, whenCompleted } from '../support/records.ts'
import { type Service, startService } from '../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../support/templates.ts'

const template = `
page: https://www.example.com/launch
languages: [en, de]
content:
  - { selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: "#gone", type: text, payload: "{{ prospect.role }}" }
analytics:
  - { id: headline, selector: h1, type: view }
  - { id: reserve, selector: .cta, type: click, goal: true }
  - { id: price-list, selector: "#pricing", type: duration }
`

let templates: TemplatesDir
let service: Service
let browser: Browser
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

beforeAll(async () => {
  templates = await createTemplatesDir({ launch: template })
  service = await startService({ TEMPLATES_DIR: templates.path })
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await templates?.[Symbol.asyncDispose]()
})

interface OpenOptions {
  width?: number
  colorScheme?: 'light' | 'dark'
  /** Signs in first; not where it is empty. */
  token?: string
}

/** Opens the console at an address, in a browser profile of its own. Any error in it fails the test. */
async function open(
  path: string,
  { width = 1280, colorScheme = 'light', token = service.token }: OpenOptions = {},
) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  if (token) await context.request.post(`${service.url}/console/session`, { data: { token } })
  await page.goto(`${service.url}${path}`)
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close()
      expect(errors).toEqual([])
    },
  }
}

/** A page of its own origin, as a template's is. */
function startLandingPage() {
  return startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Launch</title><h1>Launch</h1>')
  })
}

/** In a page: exchanges the ticket of its address, and asks with the session, as the editor does. */
async function beginEditing(service: string): Promise<string> {
  const [, ticket] = location.hash.split('motif-edit=')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ticket })
  const begun = await fetch(`${service}/editor/session`, { method: 'POST', headers, body })
  const { session } = (await begun.json()) as { session: string }
  const read = await fetch(`${service}/editor/template`, { headers: { authorization: `Bearer ${session}` } })
  if (!read.ok) throw new Error(`${read.status}`)
  return session
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** What axe-core finds wrong for people who see, hear or move otherwise. */
async function violations(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) =>
    (await client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result
      .value
  await evaluate(`${axe};0`)
  return evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
}

async function report(pattern: string, visit: string, events: object[]): Promise<void> {
  const body = JSON.stringify({ v: 1, pattern, visit: visit.padEnd(22, 'A'), sent: 9000, last: 3, events })
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' }
  await service.request('POST', '/e', { token: '', body, headers })
}

const list = `E-mail;First Name;Last Name;Company;Role
anna@north.example;Anna;Berg;North Wind;CTO
ben@south.example;Ben;Cole;South Sea;
nobody;;;;
`

describe('signing in', () => {
  test('an access token signs in, a wrong one is told, and one comes back to where one wanted to be', async () => {
    await using opened = await open('/console/people', { token: '' })
    const { page } = opened
    await heading(page, 'Sign in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Paste an access token first.').waitFor()
    await page.getByLabel('Access token').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('does not know this token').waitFor()
    await page.getByLabel('Access token').fill(service.token)
    await page.getByLabel('Access token').press('Enter')
    await heading(page, 'People')
    await page.reload()
    await heading(page, 'People')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in')
    await page.reload()
    await heading(page, 'Sign in')
  })

  test('old addresses lead to the console', async () => {
    await using opened = await open('/results')
    await heading(opened.page, 'Today')
    expect(new URL(opened.page.url()).pathname).toBe('/console')
  })
})

describe('a campaign', () => {
  test('a pasted list becomes people with links, lines that cannot be used are told, files can be downloaded', async () => {
    await using opened = await open('/console/campaigns')
    const { page } = opened
    await page.getByText('No campaign yet').waitFor()
    await page.getByRole('button', { name: 'New campaign' }).click()
    await heading(page, 'New campaign')
    await page.getByLabel('Name').fill('Spring launch')
    await page.getByLabel('Language').selectOption('de')
    await page.getByLabel('Or paste it').fill(list)
    await page.getByRole('button', { name: 'Create' }).dblclick()

    await heading(page, 'Spring launch')
    await page
      .getByRole('row', { name: /Anna Berg/ })
      .getByRole('link', { name: /Look/ })
      .waitFor()
    await page.getByRole('link', { name: 'Problems (1)' }).click()
    await page.getByRole('row', { name: /nobody/ }).waitFor()
    await page.getByRole('link', { name: 'Gaps' }).click()
    await page.getByText('1 person has no text').waitFor()
    await page.goBack()
    await page.getByRole('row', { name: /nobody/ }).waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download links' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('spring-launch-links.csv')
    expect(readFileSync(await download.path(), 'utf8')).toContain('https://www.example.com/launch?pattern=')

    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await heading(page, 'Campaigns')
    await page.getByRole('link', { name: 'Spring launch' }).waitFor()
    expect(await page.getByRole('link', { name: 'Spring launch' }).count()).toBe(1)
  })

  test('it can be paused and opened again, ends after a question, and is deleted after one', async () => {
    const { body } = await service.request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Autumn fair', template: 'launch', language: 'en' },
    })
    await using opened = await open(`/console/campaigns/${body.id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Campaigns')
    await expect.poll(() => page.getByRole('link', { name: 'Autumn fair' }).count()).toBe(0)
  })
})

describe('people', () => {
  test('a person is found, shows what they did, appears on Today at once, and can be erased', async () => {
    const prospect = await createProspect(service, {
      email: 'jane.doe@acme.example',
      additional: { name: 'Jane Doe', favourite_colour: 'green' },
    })
    const record = await createContent(service, { prospect, template: 'launch' })
    await whenCompleted(service, record.id)
    await using opened = await open('/console')
    const { page } = opened
    await page.getByText('Live', { exact: true }).waitFor()
    await report(record.pattern, 'one', [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
      { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
    ])
    await page.getByText(/clicked reserve on launch/).waitFor()
    await report(record.pattern, 'one', [
      { seq: 3, item: 'price-list', type: 'duration', at: 8000, ms: 4800 },
    ])
    await page.getByText(/read price list for 5 s, clicked reserve/).waitFor()

    await page.getByRole('link', { name: 'Jane Doe' }).first().click()
    await heading(page, 'Jane Doe')
    await page.getByText('green').waitFor()
    await page.getByText('read price list for 5 s').waitFor()
    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByLabel('Search people').fill('jane')
    await expect.poll(() => new URL(page.url()).search).toBe('?search=jane')
    await page
      .getByRole('row', { name: /Jane Doe/ })
      .getByRole('link')
      .click()
    await page.goBack()
    expect(await page.getByLabel('Search people').inputValue()).toBe('jane')
    await page.goForward()

    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('heading', { name: 'Receipt' }).waitFor()
    expect((await service.request('GET', `/v1/prospects/${prospect}`)).status).toBe(404)
  })
})

describe('templates', () => {
  test('a new one is made, its mistakes are shown at their lines, its versions with their differences', async () => {
    await using opened = await open('/console/templates')
    const { page } = opened
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('autumn')
    await using landing = await startLandingPage()
    await page.getByRole('dialog').getByLabel('Page').fill(`${landing.url}/autumn`)
    const opening = page.context().waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await heading(page, 'autumn')
    await (await opening).waitForURL(/\/autumn#motif-edit=[\w-]{43}$/)
    await page.getByRole('link', { name: 'YAML' }).click()
    const yaml = page.getByRole('textbox', { name: 'YAML' })
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: txt, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/Line 4, column \d+: /)
      .first()
      .waitFor()
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Version 2' }).click()
    await page.getByText(/^\+ {3}- \{ selector: h1/).waitFor()
    await page.getByRole('link', { name: 'Tag', exact: true }).click()
    await page.getByText(/data-hide/).waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
  })

  test('a name that is taken is not taken again', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await service.request('PUT', '/v1/templates/taken', { body: { yaml } })
    await using opened = await open('/console/templates')
    const { page } = opened
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('taken')
    await page.getByRole('dialog').getByLabel('Page').fill(`${service.url}/taken`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByText('There is a template taken already').waitFor()
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect((await service.request<{ yaml: string }>('GET', '/v1/templates/taken')).body.yaml).toBe(yaml)
  })

  test('the editor opens on the page in a tab of its own, is seen to be open, and ended', async () => {
    await using landing = await startLandingPage()
    const yaml = `page: ${landing.url}/spring#pricing\nlanguages: [en]\ncontent: []\n`
    await service.request('PUT', '/v1/templates/edited', { body: { yaml } })
    await using opened = await open('/console/templates/edited')
    const { page } = opened
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Edit on the page' }).click(),
    ])
    await tab.waitForURL(/\/spring#pricing&motif-edit=[\w-]{43}$/)
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    const session = await tab.evaluate(beginEditing, service.url)
    const read = () =>
      fetch(`${service.url}/editor/template`, {
        headers: { origin: landing.url, authorization: `Bearer ${session}` },
      })
    expect((await read()).status).toBe(200)

    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText('ada opened the editor on the page').waitFor()
    await page.getByRole('button', { name: 'End editing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('ada opened the editor on the page').waitFor({ state: 'detached' })
    expect((await read()).status).toBe(401)
  })

  test('without a page there is nothing to edit on', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await service.request('PUT', '/v1/templates/pageless', { body: { yaml } })
    await using opened = await open('/console/templates/pageless')
    await opened.page.getByText('none: without one there are no links').waitFor()
    expect(await opened.page.getByRole('button', { name: 'Edit on the page' }).count()).toBe(0)
  })

  test('two who save at once lose nothing', async () => {
    const put = (yaml: string) => service.request('PUT', '/v1/templates/shared', { body: { yaml } })
    const text = (word: string) =>
      `languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: ${word} }\n`
    await put(text('first'))
    await using opened = await open('/console/templates/shared?tab=yaml')
    const { page } = opened
    await page.getByRole('textbox', { name: 'YAML' }).fill(text('mine'))
    await put(text('theirs'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else saved version 2 meanwhile').waitFor()
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await service.request<{ yaml: string; version: number }>('GET', '/v1/templates/shared')
    expect(body).toMatchObject({ version: 3, yaml: text('mine') })
  })
})

describe('settings', () => {
  test('a token is made, shown once, and revoked; an invitation signs in', async () => {
    await using opened = await open('/console/settings')
    const { page } = opened
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('User').fill('crm')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const secret = await page.getByRole('dialog').locator('.secret').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await service.request('GET', '/v1/tokens', { token: secret })).status).toBe(403)
    await page.getByRole('button', { name: 'Revoke the token of crm' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect
      .poll(async () => (await service.request('GET', '/v1/templates', { token: secret })).status)
      .toBe(401)

    await page.getByRole('textbox', { name: 'Colleague' }).fill('carla')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = await page.locator('.secret').innerText()
    await using other = await open(new URL(link).pathname + new URL(link).search, { token: '' })
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(other.page, 'Today')
    expect(await other.page.getByRole('button', { name: 'New campaign' }).count()).toBe(0)
  })
})

describe('whoever looks', () => {
  const screens = [
    '',
    '/campaigns',
    '/campaigns?new=1',
    '/people',
    '/templates',
    '/templates/launch',
    '/templates/launch?tab=yaml',
    '/templates/launch?tab=tag',
    '/settings',
  ]
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    test(`axe finds nothing on any screen at ${width} px, ${colorScheme}, and nothing is wider than the window`, async () => {
      await using opened = await open('/console', { width, colorScheme })
      const { page } = opened
      for (const screen of screens) {
        await page.goto(`${service.url}/console${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('load')
        await expect.poll(() => page.locator('.loading').count()).toBe(0)
        expect([screen, await violations(page)]).toEqual([screen, []])
        const client = await page.context().newCDPSession(page)
        const { result } = await client.send('Runtime.evaluate', {
          expression: 'document.documentElement.scrollWidth - innerWidth',
        })
        expect([screen, result.value]).toEqual([screen, 0])
      }
    })

  test('the service away is told, and mends by itself', async () => {
    await using opened = await open('/console/people')
    const { page } = opened
    await heading(page, 'People')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByText('The service cannot be reached', { exact: false }).first().waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'launch' }).waitFor()
  })
})
