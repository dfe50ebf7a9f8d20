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

test('also on a page that gives lists a JSON of their own, as Prototype.js does', async () => {
  const script = `Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)).join() + ']' }`
  await using edited = await edit(browser, { script })
  const { page } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Kept')
  await reload(edited)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
})

test('a name that was given or taken away is put back as well', async () => {
  const lead = { selector: '.lead', type: 'text' as const, payload: 'Unnamed' }
  const start = { selector: '.cta', type: 'text' as const, payload: 'Named' }
  await using edited = await edit(browser, { template: { content: [lead, { ...start, name: 'Old' }] } })
  const { editor, field, button, service } = edited
  const items = editor.getByRole('list', { name: 'Items' })
  await items.getByRole('button', { name: /Unnamed/ }).click()
  await field('Name').fill('Greeting')
  await reload(edited)
  await items.getByText('Greeting').waitFor()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  await items.getByRole('button', { name: /Named/ }).click()
  await field('Name').fill('')
  await reload(edited)
  await expect.poll(() => items.getByText('Old').count()).toBe(0)
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toEqual([{ ...lead, name: 'Greeting' }, start])
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

test('what is offered and neither put back nor discarded is offered again', async () => {
  await using edited = await edit(browser)
  const { page, button, editor } = edited
  await comeBackLater(edited, 'Kept')
  await button('Close').click()
  await button('Save & close').click()
  await editor.waitFor({ state: 'detached' })
  await reload(edited)
  await button('Put back').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
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

test('what is put back counts where something else was written since, and can be undone', async () => {
  await using edited = await edit(browser)
  const { page, button } = edited
  const shown = () => page.locator('h1').innerText()
  await comeBackLater(edited, 'Kept')
  await pick(edited, 'h1')
  await page.keyboard.type('Since')
  await expect.poll(shown).toBe('Since')
  await button('Put back').click()
  await expect.poll(shown).toBe('Kept')
  await button('Undo').click()
  await expect.poll(shown).toBe('Since')
})

test('changes of two earlier links are offered together', async () => {
  await using edited = await edit(browser)
  const { page, button, service } = edited
  await comeBackLater(edited, 'Of the first')
  await pick(edited, '.cta')
  await page.keyboard.type('Of the second')
  await expect.poll(() => page.locator('.cta').innerText()).toBe('Of the second')
  await beAnotherSession(page)
  await reload(edited)
  await button('Put back').click()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([
    { payload: { en: 'Of the first' } },
    { payload: { en: 'Of the second' } },
  ])
})

test.each([
  ['', false],
  [', beside what somebody else has saved', true],
])('what is put back goes to its own item, also after other changes, which stay%s', async (_, isSaved) => {
  const item = (selector: string, payload: string) => ({ selector, type: 'text' as const, payload })
  const content = [item('h1', 'One'), item('.lead', 'Two'), item('.cta', 'Three')]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { page, button, editor, field, service } = edited
  // Once the page shows an item, it may be named by the same words: then so is the button that removes it.
  const open = (words: RegExp) => editor.locator('.choose').filter({ hasText: words })
  await open(/Two/).click()
  await field('Text').fill('Two, kept')
  await expect.poll(() => page.locator('.lead').innerText()).toBe('Two, kept')
  await beAnotherSession(page)
  if (isSaved) service.template = { ...service.template, version: 2 }
  await reload(edited)
  await button('Put back').waitFor()
  await editor.getByRole('button', { name: 'Remove Headline' }).click()
  await open(/Three/).click()
  await field('Text').fill('Three, new')
  await button('Put back').click()
  if (isSaved) await button('Keep these').click()
  else await button('Save').click()
  await expect.poll(edited.status).toBe(`Saved as version ${isSaved ? 3 : 2}.`)
  expect(service.template.content).toEqual([item('.lead', 'Two, kept'), item('.cta', 'Three, new')])
})

test('what was kept is put beside what somebody else has saved meanwhile', async () => {
  await using edited = await edit(browser)
  const { page, editor, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Mine')
  const theirs = { selector: '.lead', type: 'text' as const, payload: 'Theirs' }
  service.template = { ...service.template, version: 2, content: [theirs] }
  await reload(edited)
  await editor.getByRole('alertdialog', { name: 'Two versions' }).waitFor()
  await edited.button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([theirs, { payload: { en: 'Mine' } }].reverse())
})

test('what was kept is put beside a file that was changed meanwhile, and no other item is written', async () => {
  const lead = { selector: '.lead', type: 'text' as const, payload: 'Welcome' }
  await using edited = await edit(browser, { template: { version: 0, fingerprint: 'one', content: [lead] } })
  const { editor, field, button, service } = edited
  await editor
    .getByRole('list', { name: 'Items' })
    .getByRole('button', { name: /Welcome/ })
    .click()
  await field('Name').fill('Greeting')
  const theirs = { selector: 'h1', type: 'text' as const, payload: 'Theirs' }
  service.template = { ...service.template, fingerprint: 'two', content: [theirs, lead] }
  await button('Save').click()
  const conflict = editor.getByRole('alertdialog', { name: 'Two versions' })
  await conflict.getByText('The template’s file was changed').waitFor()
  await reload(edited)
  await conflict.waitFor()
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 1.')
  expect(service.template.content).toEqual(expect.arrayContaining([theirs, { ...lead, name: 'Greeting' }]))
})

test('what was written on another page of the site is there when Back brings the page as it was', async () => {
  await using whole = await launchChromium({ hasBackForwardCache: true })
  const script = `addEventListener('pageshow', ({ persisted }) => { if (persisted) sessionStorage.came = 'back' })`
  await using edited = await edit(whole, { script, template: { languages: ['en'] } })
  const { page, editor, button, service } = edited
  const words = editor.getByRole('list', { name: 'Items' }).locator('.words')
  page.once('dialog', (dialog) => dialog.accept())
  await pick(edited, 'h1')
  await page.keyboard.type('Hello')
  await page.evaluate(() => location.assign('/plans'))
  await page.waitForURL('**/plans')
  await expect.poll(() => words.allInnerTexts()).toEqual(['Hello'])
  await pick(edited, '.cta')
  await page.keyboard.type('Go')
  await expect.poll(() => words.allInnerTexts()).toEqual(['Hello', 'Go'])
  page.once('dialog', (dialog) => dialog.accept())
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => sessionStorage.came)).toBe('back')
  await expect.poll(() => words.allInnerTexts()).toEqual(['Hello', 'Go'])
  expect(await editor.getByText('This is not the page').count()).toBe(0)
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: 'Hello' }, { payload: 'Go' }])
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
  await button('Write on the page').click()
  await page.keyboard.type('And more')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'And more' } }])
  expect(await editor.getByRole('alertdialog').count()).toBe(0)
  expect(await editor.getByRole('alert').count()).toBe(0)
})

test.each([
  ['is lost', true],
  ['does not come before the page is loaded again', false],
])('nor is it after a reload, with more that was written since, if the answer %s', async (_, isLost) => {
  await using edited = await edit(browser)
  const { page, button, editor, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Sent')
  const { promise: isStored, resolve: store } = Promise.withResolvers<void>()
  await page.route('**/editor/template', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    store()
    if (isLost) await route.abort()
  })
  await button('Save').click()
  await isStored
  if (isLost) await editor.getByText('Motif cannot be reached').waitFor()
  await button('Write on the page').click()
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
