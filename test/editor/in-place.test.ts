import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

const here = ({ page }: Edited) => page.getByLabel('Write here', { exact: true })

test('click the headline, type, done: it is written where it stands, with chips', async () => {
  await using edited = await edit(browser)
  const { page, field, button, service } = edited
  await pick(edited, 'h1')
  await expect.poll(() => here(edited).evaluate((one) => one.matches(':focus'))).toBe(true)
  const [own, over] = [await page.locator('h1').boundingBox(), await here(edited).boundingBox()]
  expect(Math.abs((own?.x ?? 0) - (over?.x ?? 1000))).toBeLessThan(1)
  expect(Math.abs((own?.y ?? 0) - (over?.y ?? 1000))).toBeLessThan(1)
  await page.keyboard.type('Hello ')
  await button('company').first().click()
  await page.keyboard.type('!')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello North Wind!')
  expect(await here(edited).evaluate((one) => getComputedStyle(one).fontSize)).toBe('56px')
  expect(await violationsIn(edited)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => here(edited).count()).toBe(0)
  expect(await button('Pick an element').evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(await field('Text').innerText()).toContain('Company')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toMatchObject({ en: 'Hello {{ prospect.company }}!' })
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
  expect(edited.complaints).toEqual([])
})

test('a chip that needs another line moves what is below down, until the writing ends', async () => {
  const context = { viewport: { width: 1280, height: 800 } }
  const body = '<h1>Close the month</h1><a class="cta" href="/start">Start</a>'
  await using edited = await edit(browser, { context, body })
  const { page, button, field } = edited
  const below = async () => (await page.locator('.cta').boundingBox())?.y ?? 0
  await field('See as').selectOption('Unknown visitor')
  const before = await below()
  await pick(edited, 'h1')
  await page.keyboard.type('Close the month ')
  await button('company').click()
  await button('name').click()
  await expect.poll(below).toBeGreaterThan(before + 50)
  const { y = 0, height = 0 } = (await here(edited).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(await below())
  await page.keyboard.press('Escape')
  await expect.poll(below).toBe(before)
})

test('Tab leaves it, a picture among the words is left to the panel, and so is what is picked by keys', async () => {
  await using edited = await edit(browser, {
    body: '<h1>Hello</h1><h2><img src="/shot.svg" alt="" width="20" height="20"> With a picture</h2>',
  })
  const { page, field, button } = edited
  await pick(edited, 'h2')
  await expect.poll(() => field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  await button('Pick an element').focus()
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  await page.keyboard.type('By keys')
  await expect.poll(() => page.locator('h1').innerText()).toBe('By keys')
  await pick(edited, 'h1')
  await here(edited).waitFor()
  await page.keyboard.press('Tab')
  expect(await field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(await here(edited).count()).toBe(0)
})
