import type { Browser, Page, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

async function reload({ page, editor }: Edited): Promise<void> {
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await editor.getByRole('list', { name: 'Items' }).waitFor({ state: 'attached' })
}

/** The next link has another session. */
async function beAnotherSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const name = 'motif-edits launch'
      sessionStorage[name] = sessionStorage[name].replace('the-session', 'an-earlier-one')
    }),
  )
}

/** Writes a headline, leaves without saving it, and opens the page by the next link, where it is offered. */
async function comeBackLater(edited: Edited, words: string): Promise<void> {
  const { page, button } = edited
  await pick(edited, 'h1')
  await page.keyboard.type(words)
  await expect.poll(() => page.locator('h1').innerText()).toBe(words)
  await beAnotherSession(page)
  await reload(edited)
  await button('Put back').waitFor()
}

test('a reload puts back what was not saved, as one step', async () => {
  await using edited = await edit(browser)
  const { page, button, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Kept')
  await reload(edited)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
  expect(await edited.status()).toBe('Your changes from before are back. They are not saved yet.')
  await button('Undo').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe('Meet Launch')
  await button('Redo').click()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'Kept' } }])
  expect(await page.evaluate(() => sessionStorage.getItem('motif-edits launch'))).toBe(null)
})

test('after the session is over, the next link offers what was not saved', async () => {
  await using edited = await edit(browser)
  const { page, button, editor, service } = edited
  await pick(edited, 'h1')
  service.trouble = { status: 401 }
  await page.keyboard.type('Kept')
  await button('Save').click()
  await editor.getByText('This session is over').waitFor()
  service.trouble = {}
  await beAnotherSession(page)
  await reload(edited)
  expect(await page.locator('h1').innerText()).toBe('Meet Launch')
  expect(await violationsIn(edited)).toEqual([])
  await button('Put back').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
  expect(await button('Put back').count()).toBe(0)
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'Kept' } }])
})

test('what is put back after a save of one’s own is in no conflict with that', async () => {
  await using edited = await edit(browser)
  const { page, button, editor, service } = edited
  await comeBackLater(edited, 'Kept')
  await pick(edited, '.cta')
  await page.keyboard.type('Go')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  await button('Put back').click()
  await expect.poll(edited.status).toBe('Your changes from before are back. They are not saved yet.')
  expect(await editor.getByRole('alertdialog').count()).toBe(0)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'Go' } }, { payload: { en: 'Kept' } }])
})

test('what was kept is put beside what somebody else has saved meanwhile', async () => {
  await using edited = await edit(browser)
  const { page, editor, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Mine')
  const theirs = { selector: '.lead', type: 'text' as const, payload: 'Theirs' }
  service.template = { ...service.template, version: 2, content: [theirs] }
  await reload(edited)
  await editor.getByRole('alertdialog', { name: 'Somebody saved meanwhile' }).waitFor()
  await edited.button('Keep mine').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([theirs, { payload: { en: 'Mine' } }])
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  await using edited = await edit(browser)
  const { page, button, editor, service } = edited
  const lose = (route: Route) =>
    route.request().method() === 'PUT' ? route.fetch().then(() => route.abort()) : route.continue()
  await pick(edited, 'h1')
  await page.keyboard.type('Sent')
  await page.route('**/editor/template', lose)
  await button('Save').click()
  await editor.getByText('Motif cannot be reached').waitFor()
  await page.unroute('**/editor/template', lose)
  expect(service.template.version).toBe(2)
  await pick(edited, 'h1')
  await page.keyboard.type('And more')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'And more' } }])
  expect(await editor.getByRole('alertdialog').count()).toBe(0)
  expect(await editor.getByRole('alert').count()).toBe(0)
})

test('nor is it after a reload, with more that was written since', async () => {
  await using edited = await edit(browser)
  const { page, button, editor, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Sent')
  const { promise: isStored, resolve: store } = Promise.withResolvers<void>()
  await page.route('**/editor/template', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    store()
    await route.abort()
  })
  await button('Save').click()
  await isStored
  await editor.getByText('Motif cannot be reached').waitFor()
  await pick(edited, 'h1')
  await page.keyboard.type('And more')
  const kept = () => page.evaluate(() => sessionStorage.getItem('motif-edits launch'))
  await expect.poll(kept).toContain('"And more"')
  await reload(edited)
  await expect.poll(edited.status).toBe('Your changes from before are back. They are not saved yet.')
  expect(await editor.getByRole('alertdialog').count()).toBe(0)
  await page.unroute('**/editor/template')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'And more' } }])
})
