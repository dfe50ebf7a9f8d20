import { expect, test } from 'vitest'
import { amountsOf, fillConsole } from './fill.ts'
import { consoleOf } from './opened.ts'

const motif = consoleOf('today')

test('Today is a list to work on: filtered by the address, a link copied, somebody done', {
  timeout: 60_000,
}, async () => {
  await fillConsole({ request: motif().request }, { ...amountsOf(0), people: 6, visitors: 6 })
  await using opened = await motif().open('/console')
  const { page } = opened
  const table = page.getByRole('table', { name: 'Who to call, warmest first' })
  await expect.poll(() => table.getByRole('row').count()).toBe(7)
  await page.getByText('after none the week before').first().waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = table.getByRole('row').nth(1)
  await first.getByRole('button', { name: 'Copy link' }).click()
  await first.getByText('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\?pattern=[\w-]{22}$/)
  const name = await first.getByRole('link').first().innerText()
  await first.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(6)
  await page.getByRole('button', { name: 'Done (1)' }).click()
  await table.getByRole('link', { name }).waitFor()
  expect(page.url()).toMatch(/\?done=1$/)
  await table.getByRole('button', { name: 'Not done' }).click()
  await page.getByText('Nobody is marked as done.').waitFor()
  await page.getByRole('button', { name: /^Done/ }).click()
  await page.getByLabel('Show').selectOption('Companies')
  await page.getByRole('table', { name: 'Companies, warmest first' }).waitFor()
})
