import { beforeAll, expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { startService } from '../../support/service.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { consoleOf } from './opened.ts'

/** What somebody wants who has never seen the console: each found by the words on the screen alone. */
const motif = consoleOf('tasks')

beforeAll(async () => {
  const { service, request } = motif()
  const only = { campaigns: 0, templates: 0, tokens: 0, members: 0, webhooks: 0, alerts: 0 }
  await fillConsole({ ...service, request }, { ...amountsOf(12), ...only })
})

test('who should I call?', async () => {
  await using opened = await motif().open('/console')
  const first = opened.page.getByRole('table', { name: 'Who to call' }).getByRole('row').nth(1)
  await first.waitFor()
  expect(await first.innerText()).toMatch(/Reached the goal, .*clicked reserve/)
  await first.getByRole('button', { name: 'Copy link' }).waitFor()
})

test('is the headline working?', async () => {
  await using opened = await motif().open('/console')
  const { page } = opened
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'launch' }).click()
  await page.getByRole('heading', { name: 'Is it working?' }).waitFor()
  await page.getByRole('row', { name: /Headline/ }).waitFor()
})

test('what is missing on whose page?', async () => {
  await using opened = await motif().open('/console')
  const { page } = opened
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'Spring launch' }).click()
  await page.getByRole('link', { name: 'Missing values' }).click()
  await page.getByText(/people have no text and see the page’s own/).waitFor()
  await page
    .getByText(/^Add what is missing with Add people/)
    .first()
    .waitFor()
})

test('a logo that is not there is told before the links go out', async () => {
  await using site = await startLocalServer(({ path }, response) => {
    if (path === '/logo-software.svg')
      response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    else if (path.startsWith('/logo-')) response.writeHead(404).end()
    else response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1><img id="logo">')
  })
  await using service = await startService({ CHECK_PAGES: 'true' })
  const yaml = `page: ${site.url}/\nlanguages: [en]\ncontent:\n  - { name: Logo, selector: "#logo", type: src, payload: "/logo-{{ prospect.industry | slugify }}.svg" }\n`
  await service.request('PUT', '/v1/templates/logos', { body: { yaml } })
  const campaign = { name: 'Logos', template: 'logos', language: 'en' }
  const { id } = (await service.request<{ id: string }>('POST', '/v1/campaigns', { body: campaign })).body
  await service.request('POST', `/v1/campaigns/${id}/people`, {
    body: 'E-mail,Industry\nann@a.example,Retail\nben@b.example,Software\ncleo@c.example,Retail\n',
    headers: { 'content-type': 'text/csv' },
  })
  const made = async () => (await service.request<object>('GET', `/v1/campaigns/${id}`)).body
  await expect.poll(made).toMatchObject({ completed: 3 })
  await using opened = await motif().open('/console')
  const { page } = opened
  // The other service on this host gives the browser its own session.
  opened.expected.push(/status of 401/)
  await page.context().request.post(`${service.url}/console/session`, { data: { token: service.token } })
  await page.goto(`${service.url}/console`)
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'Logos' }).click()
  await page.getByRole('link', { name: 'Download links' }).click()
  const dialog = page.getByRole('dialog', { name: 'The page is not ready for these links' })
  await dialog.getByText(/\/logo-retail\.svg: 2 people/).waitFor()
})
