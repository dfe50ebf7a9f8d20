import { expect, test } from 'vitest'
import { byKeys } from '../../editor/support/keys.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('keys')

const list = 'E-mail;First Name;Last Name;Company\nanna@north.example;Anna;Berg;North Wind\n'

test('the first key of a screen leads past the navigation', async () => {
  await using opened = await motif().open('/console/settings')
  const { page } = opened
  await heading(page, 'Settings')
  const keys = byKeys(page)
  await keys.goTo('Skip to the content', 'Shift+Tab')
  await keys.press('Enter')
  await keys.press('Tab')
  expect(await keys.focused()).toBe('More')
})

test('a campaign is made by keyboard alone: from the navigation to the file of links', async () => {
  await using opened = await motif().open('/console')
  const { page } = opened
  await page.getByText('Live', { exact: true }).waitFor()
  const keys = byKeys(page)
  await keys.goTo('Campaigns', 'Shift+Tab')
  await keys.press('Enter')
  await heading(page, 'Campaigns')
  await page.getByText('No campaign yet').waitFor()
  await keys.goTo('New campaign')
  await keys.press('Enter')
  await heading(page, 'New campaign')
  await page.getByLabel('Name').waitFor()
  await keys.goTo('Name')
  await keys.type('Spring launch')
  await keys.goTo('Language')
  await keys.press('ArrowDown')
  await keys.goTo('Or paste it')
  await page.keyboard.insertText(list)
  await page.getByText('separated by semicolons').waitFor()
  await keys.goTo('Create')
  await keys.press('Enter')
  await heading(page, 'Spring launch')
  await page.getByRole('row', { name: /Anna Berg/ }).waitFor()
  await keys.goTo('Open')
  await keys.press('Enter')
  await page.getByText('open', { exact: true }).waitFor()
  await keys.goTo('Download links')
  const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')])
  expect(download.suggestedFilename()).toBe('spring-launch-links.csv')
  expect(keys.presses()).toBeLessThan(60)
})
