import { readdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { tooWide, violations } from './faults-of-looks.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('parts')

test('the page of parts shows every part of the console', async () => {
  await using opened = await motif().open('/console/parts')
  const { page } = opened
  opened.expected.push(/status of 401/)
  await heading(page, 'Parts')
  const shown = await page.getByRole('heading', { level: 2, name: /\.tsx$/ }).allInnerTexts()
  const parts = readdirSync('console/parts').filter((file) => file.endsWith('.tsx'))
  expect(shown.sort()).toEqual(parts.sort())
  const without = page.locator('main > section:not(:has(.shown))')
  expect(await without.allInnerTexts()).toEqual([])
})

test('axe finds nothing on the page of parts, light and dark, wide and narrow', async () => {
  for (const width of [1280, 390]) {
    await using opened = await motif().open('/console/parts', { width })
    const { page } = opened
    for (const colours of ['Light', 'Dark']) {
      await page.getByRole('button', { name: colours, exact: true }).click()
      await page.getByRole('button', { name: colours, pressed: true }).waitFor()
      expect([width, colours, await violations(page)]).toEqual([width, colours, []])
      expect([width, colours, await tooWide(page)]).toEqual([width, colours, 0])
    }
  }
})

test('a dialog of the page of parts closes by Escape and gives the focus back', async () => {
  await using opened = await motif().open('/console/parts')
  const { page } = opened
  const { button, dialog } = await openDialog(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('The service is busy').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a dialog of the page of parts closes by Cancel and gives the focus back', async () => {
  await using opened = await motif().open('/console/parts')
  const { button, dialog } = await openDialog(opened.page)
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

/** Opens a dialog of the page of parts by keyboard. */
async function openDialog(page: Page) {
  const button = page.getByRole('button', { name: 'Ask, and fail' })
  await button.focus()
  await page.keyboard.press('Enter')
  return { button, dialog: page.getByRole('dialog') }
}
