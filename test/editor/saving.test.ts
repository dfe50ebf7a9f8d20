import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'

const headline = { selector: '#hero h1', type: 'text' as const, payload: { en: 'Hello', de: 'Hallo' } }
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('a version of somebody else’s is put beside this one, item by item', async () => {
  const lead = { selector: '.lead', type: 'text' as const, payload: { en: 'Lead', de: 'Text' } }
  const added = { selector: '.cta', type: 'text' as const, payload: { en: 'New', de: 'Neu' } }
  await using edited = await edit(browser, { template: { content: [headline, lead] } })
  const { editor, button, field, service } = edited
  await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hello/ }).click()
  await field('Text').fill('Mine')
  service.template = {
    ...service.template,
    version: 2,
    content: [headline, { ...lead, payload: { en: 'Theirs', de: 'Text' } }, added],
    savedBy: { user: 'ben', at: '2026-11-22T10:00:00.000Z' },
  }
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Two versions' })
  await both.getByText('Somebody else has saved version 2').waitFor()
  expect(await both.innerText()).toContain('en: Mine / de: Hallo')
  expect(await both.getByRole('group', { name: '.lead' }).getByLabel('Theirs').isChecked()).toBe(true)
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toEqual([
    { ...headline, payload: { en: 'Mine', de: 'Hallo' } },
    { ...lead, payload: { en: 'Theirs', de: 'Text' } },
    added,
  ])
})

test('also for links that are out', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  await edited.field('Also for links that are out').check()
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Nothing to save: this is version 1. 12 links are made anew.')
})

test('without a service nothing typed is lost, and when it is back it can be saved', async () => {
  await using edited = await edit(browser)
  const { editor, button, field, service } = edited
  await pick(edited, 'h1')
  service.trouble = { breaks: true }
  await field('Text').fill('Kept')
  await button('Save').click()
  await editor.getByText('Motif cannot be reached').waitFor()
  service.trouble = {}
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toHaveLength(1)
})

test('a session that is over says what to do', async () => {
  await using edited = await edit(browser)
  const { editor, button, field, service } = edited
  await pick(edited, 'h1')
  service.trouble = { status: 401 }
  await field('Text').fill('Kept')
  await button('Save').click()
  await editor.getByText('This session is over').waitFor()
  await button('Copy my changes').waitFor()
  expect(await field('Text').innerText()).toBe('Kept')
})

test('Save & close ends the session and leaves the page as it was', async () => {
  await using edited = await edit(browser)
  const { page, button, field, service } = edited
  const before = await page.locator('main').innerHTML()
  await pick(edited, 'h1')
  await field('Text').fill('Kept')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Kept')
  await button('Close').click()
  await button('Save & close').click()
  await expect.poll(() => page.locator('motif-editor').count()).toBe(0)
  expect(await page.locator('main').innerHTML()).toBe(before)
  await expect.poll(() => service.received.some(({ method }) => method === 'DELETE')).toBe(true)
  expect(service.template.version).toBe(2)
})
