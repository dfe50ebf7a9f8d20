import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('a page that swallows clicks and keys, and has shortcuts of its own, is edited all the same', async () => {
  const script = `for (const type of ['click', 'mousedown', 'keydown', 'keypress', 'beforeinput', 'pointerdown', 'input'])
    addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true)
    document.addEventListener('click', () => { location.href = '/elsewhere' })`
  await using edited = await edit(browser, { script })
  const { page, field, button, service } = edited
  await pick(edited, '.cta')
  await field('Text').fill('Go')
  await page.keyboard.type(' now')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toMatchObject({ en: 'Go now' })
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a field to which the page has given the focus keeps it', async () => {
  await using edited = await edit(browser, { body: '<h1>Sign up</h1><input autofocus>' })
  await edited.button('Pick an element').waitFor()
  expect(await edited.page.evaluate(() => document.activeElement?.localName)).toBe('input')
})

test('a link that is picked leads nowhere', async () => {
  await using edited = await edit(browser)
  await pick(edited, '#plans')
  await expect.poll(() => edited.field('Selector').inputValue()).toBe('#plans')
  expect(new URL(edited.page.url()).pathname).toBe('/')
})

test('in a modal dialog of the page’s own', async () => {
  await using edited = await edit(browser, {
    body: '<h1>Behind</h1><dialog id="offer"><h2>An offer</h2></dialog>',
    script: 'setTimeout(() => document.querySelector("dialog").showModal(), 300)',
  })
  const { page, field } = edited
  await page.locator('#offer[open]').waitFor()
  await pick(edited, '#offer h2')
  await field('Text').fill('For you')
  await expect.poll(() => page.locator('#offer h2').innerText()).toBe('For you')
  await page.keyboard.press('Escape')
  await page.locator('#offer[open]').waitFor({ state: 'detached' })
  await field('Text').fill('For us')
  await expect.poll(() => page.locator('#offer h2').textContent()).toBe('For us')
})

test('what is inside of a component cannot be reached, and it says so', async () => {
  await using edited = await edit(browser, {
    body: '<x-card></x-card>',
    script:
      "const root = document.querySelector('x-card').attachShadow({ mode: 'open' }); root.append(Object.assign(document.createElement('b'), { textContent: 'Inside' }))",
  })
  await edited.button('Pick an element').click()
  await edited.page.locator('b').hover()
  expect(await edited.status()).toContain('x-card — what is inside of it belongs to a component')
})

test('a page that is written from right to left', async () => {
  await using edited = await edit(browser, { html: 'lang="ar" dir="rtl"', body: '<h1>مرحبا بكم</h1>' })
  await pick(edited, 'h1')
  await edited.field('Text').fill('أهلا')
  await expect.poll(() => edited.page.locator('h1').innerText()).toBe('أهلا')
  expect(await edited.editor.evaluate((panel) => getComputedStyle(panel).direction)).toBe('ltr')
})

test('by finger at 390 px', async () => {
  await using edited = await edit(browser, {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  const { page, button, field, editor } = edited
  await button('Pick an element').tap()
  await page.locator('h1').tap()
  await field('Text').fill('Hello')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  await button('Save').tap()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(await editor.evaluate((panel) => panel.scrollWidth <= 390)).toBe(true)
  expect(await violationsIn(edited)).toEqual([])
})

test('a page that gives every object and list more properties', async () => {
  const script = `Object.prototype.foo = 'x'; Object.prototype.each = () => 1; Array.prototype.remove = function () {}; Array.prototype.last = 'y'`
  await using edited = await edit(browser, { script })
  await pick(edited, 'h1')
  await edited.page.keyboard.type('Hello')
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(edited.service.template.content).toMatchObject([{ payload: { en: 'Hello' } }])
  expect(edited.complaints).toEqual([])
})
