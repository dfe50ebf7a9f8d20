import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('a text around the words of a person begins with the page’s own', async () => {
  const content = [{ selector: 'em', type: 'text' as const, payload: '{{ prospect.company }}' }]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { page, button, field, service } = edited
  await field('See as').selectOption('Anna Berg, North Wind')
  await expect.poll(() => page.locator('em').innerText()).toBe('North Wind')
  await button('Pick an element').click()
  await page.locator('h1').click({ position: { x: 20, y: 30 } })
  await page.getByLabel('Write here', { exact: true }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content.at(-1)?.payload).toBe('Meet Launch!')
})

/** A policy forbids styles in the page's source. */
const script = `for (const one of document.querySelectorAll('[data-style]')) one.style.cssText = one.dataset.style`

test.each([
  ['Hello <b>World</b>, wel<i>come</i>!', 'Hello World, welcome!'],
  ['Motif<sup>®</sup>: super<wbr>market', 'Motif®: supermarket'],
  ['<b dir="rtl">שלום</b>, <b dir="rtl">של</b><i>ום</i>', 'שלום, שלום'],
  ['One<br>Two', 'One Two'],
  ['<i>From</i><i data-style="margin-left:6px">9 €</i>', 'From 9 €'],
])('a text in parts is read as it looks: %s', async (html, words) => {
  await using edited = await edit(browser, { script, body: `<main><p class="lead">${html}</p></main>` })
  const { page, field, button } = edited
  await button('Pick an element').focus()
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  expect(await field('Text').textContent()).toBe(words)
})
