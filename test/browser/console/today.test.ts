import type { Route } from 'playwright'
import { expect, test } from 'vitest'
import { amountsOf, fillConsole } from './fill.ts'
import { invite } from './invite.ts'
import { consoleOf, report } from './opened.ts'

const motif = consoleOf('today')

// Nobody came yet: the steps are not done.
test('the ? of every screen has the first steps and searches the documents, by keyboard too', async () => {
  await using opened = await motif().open('/console/settings')
  const { page } = opened
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await dialog.getByText('Your first campaign: 0 of 5 steps done').waitFor()
  await dialog.getByRole('searchbox').fill('merge field hubspot')
  await dialog.getByRole('code').filter({ hasText: '{{ contact.motif_link }}' }).first().waitFor()
  expect(await dialog.innerText()).not.toMatch(/`|\*\*|\]\(/)
  await dialog.getByRole('searchbox').fill('xylophone')
  await dialog.getByText('The documents say nothing with “xylophone”').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Help' }).click()
  await dialog.getByRole('link', { name: 'Bring a list' }).click()
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
})

test('who visits appears on an open Today by themselves, the first of all and those after', async () => {
  const ann = await invite(motif(), { email: 'ann@a.example' })
  const bo = await invite(motif(), { email: 'bo@a.example' })
  await using opened = await motif().open('/console')
  const { page } = opened
  opened.expected.push(/Content Security Policy|sandboxed|40[04]|50[0-9]/)
  await page.getByText('Nobody has visited in the last two weeks.').waitFor()
  const now = page.getByRole('region', { name: 'Now' }).getByRole('listitem')
  for (const [at, { pattern }] of [ann, bo].entries()) {
    await report(motif().service, pattern, `first${at}`, [])
    await expect.poll(() => now.count()).toBe(at + 1)
  }
})

test('Today is a list to work on: filtered by the address, a number to call, a link copied, somebody done', async () => {
  await fillConsole({ request: motif().request }, { ...amountsOf(0), people: 6, visitors: 6 })
  await using opened = await motif().open('/console')
  const { page } = opened
  opened.expected.push(/Content Security Policy|sandboxed|40[04]|50[0-9]/)
  const calls = page.getByRole('region', { name: 'Who to call' })
  const rows = calls.getByRole('listitem')
  await calls.getByText('8 people').waitFor()
  expect(await rows.count()).toBe(8)
  await page.getByText('none the week before').first().waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Who is on the page comes first; they have a number, and their page and visits stand beside the list.
  const first = calls.getByRole('region', { name: 'Now' }).getByRole('listitem').first()
  const name = await first.getByRole('link').first().innerText()
  expect(await first.getByRole('link', { name: '+49 30 1' }).getAttribute('href')).toMatch(
    /^tel:\+49301\d{5}$/,
  )
  expect(await first.getByRole('link', { name: `E-mail ${name}` }).getAttribute('href')).toMatch(
    /^mailto:person/,
  )
  const beside = page.getByRole('complementary', { name })
  await beside.getByTitle(`Page of ${name}`).waitFor()
  await beside.getByText('clicked reserve').first().waitFor()
  await first.hover()
  await first.getByRole('button', { name: 'Copy link' }).click()
  await first.getByText(`Copied: ${name}`).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\?pattern=[\w-]{22}$/)
  // Gone at once, before the service has answered.
  await page.route('**/v1/today/*', async (route) => {
    await expect.poll(() => rows.count()).toBe(7)
    await route.continue()
  })
  await first.getByRole('button', { name: 'Done' }).click()
  await page.getByText(`${name} is done.`).waitFor()
  await page.unroute('**/v1/today/*')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows.count()).toBe(8)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await first.hover()
  const done = first.getByRole('button', { name: 'Done' })
  const place = await done.boundingBox()
  await done.click()
  await expect.poll(() => rows.count()).toBe(7)
  expect((await done.boundingBox())?.y).toBe(place?.y)
  await page.getByRole('button', { name: 'Show done (1)' }).click()
  await calls.getByRole('link', { name, exact: true }).waitFor()
  expect(page.url()).toMatch(/\?done=1$/)
  await rows.first().hover()
  await calls.getByRole('button', { name: 'Not done' }).click()
  await page.getByText('Nobody is marked as done.').waitFor()
  await page.getByRole('button', { name: /^Show done/ }).click()
  // By keyboard: J and the arrows choose, Enter opens.
  await expect.poll(() => rows.count()).toBe(8)
  await page.keyboard.press('j')
  const second = await rows.nth(1).getByRole('link').first().innerText()
  await page.getByRole('complementary', { name: second }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: second }).waitFor()
  await page.goBack()
  await page.getByRole('complementary', { name: second }).waitFor()
  await page.getByLabel('Show').selectOption('Companies')
  await calls.getByText(/^\d companies$/).waitFor()
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
