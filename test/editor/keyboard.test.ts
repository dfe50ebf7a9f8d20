import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'
import { byKeys } from './support/keys.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('Tab goes from one thing to the next while somebody picks, over boxes, and typing to what says it', async () => {
  await using edited = await edit(browser, {
    body: `<div><div><h1>Meet <em>Launch</em></h1></div></div><p>For <a href="/teams">teams</a></p>
<a href="/shot"><img src="/shot.svg" alt="A dashboard" width="30" height="12"></a><p hidden>Nobody</p><span> </span>`,
  })
  const { press, type } = byKeys(edited.page)
  const said = async (...keys: string[]) => {
    await press(...keys)
    return edited.status()
  }
  expect(await said('Enter', 'Tab')).toBe('h1 “Meet Launch”')
  expect(await said('Tab')).toContain('p “For teams')
  expect(await said('Tab')).toBe('a “teams”')
  expect(await said('Tab', 'Tab')).toBe('img “A dashboard”')
  expect(await said('Tab')).toBe('h1 “Meet Launch”')
  expect(await said('Shift+Tab')).toBe('img “A dashboard”')
  await type('tea')
  expect(await edited.status()).toContain('“tea”: p “For teams')
  expect(await said('Tab')).toBe('“tea”: a “teams”')
  await type('pot')
  expect(await edited.status()).toBe('Nothing on this page says “teapot”.')
  expect(await said('ArrowUp')).toContain('p “For teams')
  expect(await said('Escape')).toBe('')
  expect(new URL(edited.page.url()).pathname).toBe('/')
})

test('the focus stays where something went away or was switched off, and Escape goes back to picking', async () => {
  await using edited = await edit(browser)
  const { page, button, editor } = edited
  const { press, goTo, focused } = byKeys(page)
  await pick(edited, '.cta')
  await button('Goal').click()
  await pick(edited, '#pricing')
  await button('Read').click()
  const remove = editor.getByRole('button', { name: /^Remove/ })
  await remove.first().focus()
  await press('Enter')
  await expect.poll(() => remove.count()).toBe(1)
  expect(await focused()).not.toBe('')
  await remove.focus()
  await press('Enter')
  await expect.poll(() => remove.count()).toBe(0)
  await expect.poll(focused).not.toBe('')
  await press('Escape')
  expect(await focused()).toBe('Pick an element')
  await goTo('Undo', 'Shift+Tab')
  while (await button('Undo').isEnabled()) await press('Enter')
  await expect.poll(focused).not.toBe('')
  await button('Redo').focus()
  await press('Enter')
  await goTo('Close')
  await press('Enter')
  await expect.poll(focused).toBe('Save & close')
  await press('Escape')
  await expect.poll(focused).toBe('Close')
  await page.locator('#plans').focus()
  await press('Escape')
  expect(await focused()).toBe('Pick an element')
})
