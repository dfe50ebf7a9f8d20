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
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello !')
  expect(await here(edited).evaluate((one) => getComputedStyle(one).fontSize)).toBe('56px')
  expect(await violationsIn(edited)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => here(edited).count()).toBe(0)
  expect(await button('Pick an element').evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(await field('Text').innerText()).toContain('Company')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toMatchObject({ en: 'Hello {{ prospect.company }}!' })
  expect(await page.evaluate(() => [document.adoptedStyleSheets.length, CSS.highlights.size])).toEqual([0, 0])
  expect(edited.complaints).toEqual([])
})

test('a page with keys and clicks of its own hears nothing of it', async () => {
  const script = `heard = []
    const hear = ({ type, key }) => { heard.push(type); if (key === '/') location.href = '/search' }
    for (const type of ['click', 'keydown', 'keyup', 'input', 'beforeinput', 'focusin', 'paste'])
      document.addEventListener(type, hear)
    for (const type of ['keydown', 'keypress', 'keyup', 'input', 'beforeinput', 'focusin'])
      document.addEventListener(type, hear, true)`
  await using edited = await edit(browser, { script })
  const { page } = edited
  await pick(edited, '.cta')
  await here(edited).waitFor()
  await page.keyboard.type('a/b c')
  await expect.poll(() => page.locator('.cta').innerText()).toBe('a/b c')
  expect(await page.evaluate('heard')).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/')
})

test('Escape and Tab leave it, a picture among the words is left to the panel, keys begin it by a button', async () => {
  await using edited = await edit(browser, {
    body: '<h1>Hello</h1><h2><img src="/shot.svg" alt="" width="20" height="20"> With a picture</h2>',
  })
  const { page, field, button } = edited
  await pick(edited, 'h2')
  await expect.poll(() => field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(await button('Write on the page').count()).toBe(0)
  await button('Pick an element').focus()
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  await button('Write on the page').press('Enter')
  await page.keyboard.type('By keys')
  await expect.poll(() => page.locator('h1').innerText()).toBe('By keys')
  await page.keyboard.press('Tab')
  expect(await field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(await here(edited).count()).toBe(0)
})
