import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** As a script or an extension does: the page that the server sends has no such id. */
const script = "document.querySelector('h1').id = 'headline-of-today'"

test('a selector that a reload would break gives way to a better one, before anything is written', async () => {
  await using edited = await edit(browser, { script })
  await pick(edited, 'h1')
  await expect.poll(() => edited.field('Selector').inputValue()).toBe('#hero h1')
  await edited.field('Text').fill('Hello')
  await expect.poll(() => edited.page.locator('h1').innerText()).toBe('Hello')
})

test('one that is written already, or by hand, is said to be weak, in words, with a better one', async () => {
  const content = [{ selector: '#headline-of-today', type: 'text' as const, payload: { en: 'Hi', de: 'Hi' } }]
  await using edited = await edit(browser, { script, template: { content } })
  const { editor, field, button, service } = edited
  await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hi/ }).click()
  await editor.getByText('This may not last: it does not find it after a reload.').waitFor()
  await button('Use #hero h1 instead').click()
  await expect.poll(() => field('Selector').inputValue()).toBe('#hero h1')
  await expect.poll(() => editor.getByText('This may not last').count()).toBe(0)
  await field('Selector').fill('#headline-of-today')
  await editor.getByText('This may not last').waitFor()
  await button('Use #hero h1 instead').click()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.selector).toBe('#hero h1')
})

test('one that goes by the place says so', async () => {
  await using edited = await edit(browser, { body: '<main><div><p>One</p><p>Two</p></div></main>' })
  await pick(edited, 'p:last-child')
  await edited.editor.getByText('it breaks when something is put before it').first().waitFor()
})
