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
