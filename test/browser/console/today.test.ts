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
