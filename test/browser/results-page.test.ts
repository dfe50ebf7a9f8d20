import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Tab } from '../support/browsers/browser.ts'
import { launch } from '../support/browsers/launch.ts'
import { createContent, createProspect, whenCompleted } from '../support/records.ts'
import { type Service, startService } from '../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../support/templates.ts'

const template = `
page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: "#gone", type: text, payload: "Nobody sees this" }
analytics:
  - { id: headline, selector: h1, type: view }
  - { id: cta, selector: .cta, type: click }
  - { id: pricing, selector: "#pricing", type: duration }
`

let templates: TemplatesDir
let service: Service
let browser: Browser
let id: string

beforeAll(async () => {
  templates = await createTemplatesDir({ launch: template })
  service = await startService({ TEMPLATES_DIR: templates.path })
  browser = await launch('chromium')
  const prospect = await createProspect(service, {
    email: 'jane@acme.example',
    additional: { name: 'Jane Doe' },
  })
  const record = await createContent(service, { prospect, template: 'launch' })
  id = record.id
  await whenCompleted(service, id)
  await sendVisit(record.pattern)
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await templates?.[Symbol.asyncDispose]()
})

async function sendVisit(pattern: string) {
  const body = JSON.stringify({
    ...{ v: 1, pattern, visit: 'AAAAAAAAAAAAAAAAAAAAAA', sent: 9000, last: 4 },
    report: { applied: [0], missing: [1], refused: [], contested: [] },
    events: [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
      { seq: 2, item: 'cta', type: 'click', at: 4000, button: 'primary' },
      { seq: 3, item: 'pricing', type: 'duration', at: 9000, ms: 4200 },
    ],
  })
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' }
  const { status } = await service.request('POST', '/e', { token: '', body, headers })
  expect(status).toBe(204)
}

const text = (tab: Tab) => tab.evaluate('document.body.innerText') as Promise<string>
const shows = (tab: Tab, words: string) => expect.poll(() => text(tab), { timeout: 15_000 }).toContain(words)

async function signIn(tab: Tab, token: string) {
  await expect.poll(() => tab.evaluate('!!document.querySelector("#token")'), { timeout: 15_000 }).toBe(true)
  await tab.evaluate(`document.querySelector('#token').value = ${JSON.stringify(token)}`)
  await tab.click('button[type=submit]')
}

/** What axe-core finds wrong for people who see, hear or move otherwise. */
async function violations(tab: Tab): Promise<unknown> {
  await tab.evaluate(
    await readFile('node_modules/axe-core/axe.min.js', 'utf8').then((source) => `${source};0`),
  )
  return tab.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
}

test('it asks for a token, and says where one is wrong', async () => {
  const tab = await browser.open(`${service.url}/results`)
  await signIn(tab, 'not-a-token-of-this-service')
  await shows(tab, 'does not know this token')
  expect(await violations(tab)).toEqual([])
  await tab.close()
})

test('the token is kept for the tab only', async () => {
  const tab = await signedIn()
  await tab.goto(`${service.url}/results`)
  await shows(tab, 'Jane Doe')
  const other = await browser.open(`${service.url}/results`)
  await shows(other, 'Access token')
  expect(await tab.evaluate('document.cookie + localStorage.length')).toBe('0')
  await other.close()
  await tab.close()
})

test('a link signs in once its button is pressed, and signing out ends that', async () => {
  const invited = await service.request<{ url: string }>('POST', '/v1/invitations', { body: { user: 'Ida' } })
  const tab = await browser.open(invited.body.url)
  await shows(tab, 'Ida of acme')
  await tab.evaluate('document.querySelector("button").click()')
  await shows(tab, 'Jane Doe')
  expect(await tab.evaluate('document.cookie + sessionStorage.length')).toBe('0')
  await tab.evaluate('document.querySelector("header button").click()')
  await shows(tab, 'Access token')
  await tab.evaluate('location.reload()')
  await shows(tab, 'Access token')
  await tab.close()
})

test('a token that is no longer valid leads back to the sign-in', async () => {
  const tab = await browser.open(`${service.url}/results`)
  await tab.evaluate(`sessionStorage.setItem('motif-token', 'gone-gone-gone-gone-gone')`)
  await tab.goto(`${service.url}/results#/`)
  await tab.evaluate('location.reload()')
  await shows(tab, 'no longer valid')
  await tab.close()
})

async function signedIn(hash = '', viewport = { width: 1280, height: 900 }): Promise<Tab> {
  const tab = await browser.open(`${service.url}/results${hash}`, { viewport })
  await signIn(tab, service.token)
  await expect.poll(() => tab.evaluate('!!document.querySelector("header")'), { timeout: 15_000 }).toBe(true)
  return tab
}

describe.each([
  ['a wide window', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('in %s', (_name, viewport) => {
  test('the records are listed with what was counted and whether the content reaches the page', async () => {
    const tab = await signedIn('', viewport)
    await shows(tab, 'Jane Doe')
    await shows(tab, 'an item is missing')
    expect(await violations(tab)).toEqual([])
    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await tab.close()
  })

  test('a record shows its link, days, items and the selector that matches nothing', async () => {
    const tab = await signedIn(`#/content/${id}`, viewport)
    await shows(tab, 'Personalised link')
    await shows(tab, 'selector matches nothing in 1 visit')
    const page = await text(tab)
    for (const words of ['headline', 'cta', 'pricing', '4.2 s', '#gone', 'Lost events'])
      expect(page).toContain(words)
    expect(await tab.evaluate('!!document.querySelector(".plot canvas")')).toBe(true)
    expect(await tab.evaluate('!!document.querySelector("svg.qr path")')).toBe(true)
    expect(await violations(tab)).toEqual([])
    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await tab.close()
  })
})

test('the plot is there as a table too, by keyboard', async () => {
  const tab = await signedIn(`#/content/${id}`)
  await shows(tab, 'As a table')
  await tab.evaluate(`document.querySelector('[aria-pressed]').focus()`)
  await tab.press('Enter')
  await shows(tab, 'Day (UTC)')
  expect(await violations(tab)).toEqual([])
  await tab.close()
})

test('a template shows the sum of its records; an unknown record says so', async () => {
  const tab = await signedIn('#/template/launch')
  await shows(tab, 'All records of this template together')
  await shows(tab, 'headline')
  await tab.evaluate(`location.hash = '#/content/000000000000000000000000'`)
  await shows(tab, 'Not found')
  expect(await violations(tab)).toEqual([])
  await tab.close()
})

test('who has no records yet reads how to make one', async () => {
  const tab = await browser.open(`${service.url}/results`)
  await signIn(tab, service.otherToken)
  await shows(tab, 'No records yet')
  expect(await violations(tab)).toEqual([])
  await tab.close()
})

test('a service that cannot be reached is told, with a way on', async () => {
  const tab = await signedIn()
  await shows(tab, 'Jane Doe')
  await tab.evaluate(`window.fetch = () => Promise.reject(new TypeError('offline'))`)
  await tab.evaluate(`location.hash = '#/template/launch'`)
  await shows(tab, 'cannot be reached')
  expect(await violations(tab)).toEqual([])
  await tab.close()
})
