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

test('blanks around a selector are no part of it', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, editor, field, button, service } = edited
  await pick(edited, '.lead')
  await page.keyboard.type('Hello')
  await field('Selector').fill(' p.lead ')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ selector: 'p.lead', payload: 'Hello' }])
  expect(await field('Text').innerText()).toBe('Hello')
  await field('Text').fill('Hello you')
  await expect.poll(() => editor.locator('.items').getByRole('listitem').count()).toBe(1)
})

test('one that goes by the place says so', async () => {
  await using edited = await edit(browser, { body: '<main><div><p>One</p><p>Two</p></div></main>' })
  await pick(edited, 'p:last-child')
  await edited.editor.getByText('it breaks when something is put before it').first().waitFor()
})

test('a selector that is typed may be that of another item on the way: that one keeps its own', async () => {
  const content = [
    { selector: '#hero', type: 'html' as const, payload: 'All of it' },
    { selector: 'h1', type: 'text' as const, payload: 'Hello' },
  ]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { editor, field, button, service, page } = edited
  await editor.locator('.choose').nth(1).click()
  await field('Selector').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#hero h1')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content.map(({ selector }) => selector)).toEqual(['#hero', '#hero h1'])
  await button('Undo').click()
  expect(await field('Selector').inputValue()).toBe('h1')
})

test.each([
  ['a bare name', 'hero'],
  ['typed and matches nothing', '.gone'],
])('a selector that is %s is judged once, and not again and again', async (_, selector) => {
  const script = `window.renderings = 0
    new MutationObserver((all) => { for (const { addedNodes } of all) for (const { localName } of addedNodes) if (localName === 'iframe') renderings++ })
      .observe(document.documentElement, { childList: true })`
  const content = [{ selector: 'hero', type: 'html' as const, payload: 'Hello' }]
  await using edited = await edit(browser, { script, template: { languages: ['en'], content } })
  const { page, editor, field } = edited
  const renderings = () => page.evaluate(() => Reflect.get(window, 'renderings'))
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await editor.locator('.choose').first().click()
  await field('Selector').fill(selector)
  await page.clock.runFor(400)
  await expect.poll(renderings).toBe(1)
  await editor.getByText('Other ways to find it').click()
  await editor.locator('.candidates').getByText('The page’s author named it').first().waitFor()
  await expect.poll(() => page.locator('html > iframe').count()).toBe(0)
  await page.clock.runFor(400)
  expect(await renderings()).toBe(1)
})
