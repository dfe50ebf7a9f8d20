import type { Route } from 'playwright'
import { expect, test } from 'vitest'
import { amountsOf, fillConsole } from './fill.ts'
import { consoleOf } from './opened.ts'

const motif = consoleOf('today')

// Nobody came yet: the steps are not done.
test('the ? of every screen has the first steps and searches the documents, by keyboard too', async () => {
  await using opened = await motif().open('/console/settings')
  const { page } = opened
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await dialog.getByText(/Your first campaign: \d of 5 steps done/).waitFor()
  await dialog.getByRole('searchbox').fill('merge field hubspot')
  await dialog.getByText('{{ contact.motif_link }}', { exact: true }).waitFor()
  await dialog.getByRole('searchbox').fill('xylophone')
  await dialog.getByText('The documents say nothing with “xylophone”').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Help' }).click()
  await dialog.getByRole('link', { name: 'Bring a list' }).click()
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
})

test('Today is a list to work on: filtered by the address, a link copied, somebody done', async () => {
  await fillConsole({ request: motif().request }, { ...amountsOf(0), people: 6, visitors: 6 })
  await using opened = await motif().open('/console')
  const { page } = opened
  const table = page.getByRole('table', { name: 'Who to call, warmest first' })
  // A title, six of one campaign and one of another.
  await expect.poll(() => table.getByRole('row').count()).toBe(8)
  await page.getByText('after none the week before').first().waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = table.getByRole('row').nth(1)
  await first.getByRole('button', { name: 'Copy link' }).click()
  const name = await first.getByRole('link').first().innerText()
  await first.getByText(`Copied: ${name}`).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\?pattern=[\w-]{22}$/)
  await first.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(7)
  await page.getByText(`${name} is done.`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(8)
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await first.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Show done (1)' }).click()
  await table.getByRole('link', { name }).waitFor()
  expect(page.url()).toMatch(/\?done=1$/)
  await table.getByRole('button', { name: 'Not done' }).click()
  await page.getByText('Nobody is marked as done.').waitFor()
  await page.getByRole('button', { name: /^Show done/ }).click()
  await page.getByLabel('Show').selectOption('Companies')
  await page.getByRole('table', { name: 'Companies, warmest first' }).waitFor()
})

test('a session that ended while Today is open asks to sign in', async () => {
  await using opened = await motif().open('/console/people')
  const { page } = opened
  opened.expected.push(/status of 401/)
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Today' }).first().click()
  await page.getByText('You were signed out.').waitFor()
  await page.getByLabel('Access token').fill(motif().token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
})

test('a filter by somebody who has nobody to call says whose it is, and can be taken back', async () => {
  await using opened = await motif().open('/console?owner=Tom&campaign=gone')
  const { page } = opened
  await page.getByText('Nobody is left to call here.').waitFor()
  expect(await page.getByLabel('Owner').locator('option:checked').textContent()).toBe('Tom')
  await page.getByLabel('Owner').selectOption('All')
  await page.getByLabel('Campaign').selectOption('All')
  await page.getByRole('table', { name: 'Who to call, warmest first' }).waitFor()
})

test('companies and alerts are shown in browsers that lack the newest methods', async () => {
  const body = { to: { slack: 'https://hooks.slack.com/services/A/B/cret' }, when: ['goal'] }
  expect((await motif().request('POST', '/v1/alerts', { body })).status).toBe(200)
  await using opened = await motif().open('/console')
  const { page } = opened
  await page.addInitScript(() => {
    Reflect.deleteProperty(Map, 'groupBy')
    Reflect.deleteProperty(URL, 'parse')
  })
  await page.goto(`${motif().service.url}/console?by=company`)
  await page.getByRole('table', { name: 'Companies, warmest first' }).waitFor()
  await page.goto(`${motif().service.url}/console/settings`)
  await page.getByText('hooks.slack.com …cret').waitFor()
})

test('a stream that was cut off without a word is begun again', async () => {
  await using opened = await motif().open('/console/people')
  const { page } = opened
  await page.clock.install()
  const streams: Route[] = []
  await page.route('**/v1/live', (route) => void streams.push(route))
  await page.goto(`${motif().service.url}/console`)
  await expect.poll(() => streams.length).toBe(1)
  await page.clock.fastForward(330_000)
  await expect.poll(() => streams.length).toBe(2)
  await streams[1]?.continue()
  await page.getByText('Live', { exact: true }).waitFor()
})
