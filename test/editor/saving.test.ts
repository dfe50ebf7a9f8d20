import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

const headline = { selector: '#hero h1', type: 'text' as const, payload: { en: 'Hello', de: 'Hallo' } }
const lead = {
  selector: '.lead',
  type: 'text' as const,
  payload: { en: 'Lead', de: "{{ prospect.company | default: 'you' }}" },
}
let browser: Browser
/** After so long a request without an answer is over. */
const givesUpMs = 30_000

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** The headline is written here, and by somebody else, who also adds words for the lead and a button. */
async function inConflict(edited: Edited) {
  const { editor, button, field, service } = edited
  const theirs = {
    ...service.template,
    version: 2,
    content: [{ ...headline, payload: { en: 'Theirs', de: 'Hallo' } }, lead],
    savedBy: { user: 'ben', at: '2026-11-22T10:00:00.000Z' },
  }
  await editor.locator('.choose').click()
  await field('Text').fill('Mine')
  service.template = theirs
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Somebody saved meanwhile' })
  await both.getByText('Theirs is version 2, by ben').waitFor()
  expect(
    (await both.getByRole('definition').allInnerTexts()).map((words) => words.replace(/\s+/g, ' ')),
  ).toEqual([
    'Mine en: Mine / de: Hallo',
    'Theirs en: Theirs / de: Hallo',
    'Mine Not there',
    'Theirs en: Lead / de: ‹Company›',
  ])
  // Saving is at the end of the panel, the versions are at its beginning.
  await expect.poll(() => both.evaluate((card) => card.getBoundingClientRect().top)).toBeGreaterThan(0)
  expect(await violationsIn(edited)).toEqual([])
  return theirs
}

test('what somebody else has saved is shown beside what is mine, which is kept with what only they changed', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  await inConflict(edited)
  await edited.button('Keep mine').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(edited.service.template.content).toEqual([
    { ...headline, payload: { en: 'Mine', de: 'Hallo' } },
    lead,
  ])
})

test('or theirs is taken', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { content } = await inConflict(edited)
  await edited.button('Take theirs').click()
  await expect.poll(() => edited.page.locator('h1').innerText()).toBe('Theirs')
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Nothing to save: this is version 2.')
  expect(edited.service.template.content).toEqual(content)
})

test('a file that is changed while nothing is unsaved is shown as it is now', async () => {
  await using edited = await edit(browser, {
    template: { version: 0, fingerprint: 'one', content: [headline] },
  })
  const { page, editor, button, field, service } = edited
  const lead = { selector: '.lead', type: 'text' as const, payload: { en: 'From the file', de: '' } }
  service.template = { ...service.template, fingerprint: 'two', content: [headline, lead] }
  await field('See as').selectOption({ label: 'Ben Cole' })
  await expect.poll(() => page.locator('.lead').innerText()).toBe('From the file')
  expect(await editor.getByRole('alert').count()).toBe(0)
  await editor.locator('.choose').nth(1).click()
  await field('Text').fill('Mine')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 1.')
  expect(service.template.content[1]?.payload).toEqual({ en: 'Mine', de: '' })
})

test('what is said of a lost connection goes when the page is shown again', async () => {
  await using edited = await edit(browser)
  const { page, editor, service } = edited
  await pick(edited, 'h1')
  service.trouble = { breaks: true }
  await page.keyboard.type('Hello')
  await editor.getByText('Motif cannot be reached').waitFor()
  service.trouble = {}
  await page.keyboard.type(' you')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello you')
  await expect.poll(() => editor.getByRole('alert').count()).toBe(0)
})

test('a save that is also for links that are out says how many get it', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  edited.service.links = 212
  await edited.field('Also for links that are out').check()
  await edited.button('Save').click()
  const status = 'Nothing to save: this is version 1. 212 links get this version, except in a control group.'
  await expect.poll(edited.status).toBe(status)
  expect(await edited.field('Also for links that are out').isChecked()).toBe(false)
  await pick(edited, 'h1')
  await edited.field('Text').fill('Not saved yet')
  expect(await edited.status()).toBe('')
})

test('a save that is refused says why in the words of the panel, until it is mended', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, editor, button, field } = edited
  const message = 'line 7, column 17: payload: Liquid cannot read it\nline 9, column 5: the selector is empty'
  await page.route('**/editor/template', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: 40003, message },
        })
      : route.fallback(),
  )
  await field('See as').selectOption('Unknown visitor')
  await pick(edited, 'h1')
  await field('Text').fill("Hello {{ prospect.name | default: 'all' }}")
  const shown = () => page.locator('h1').innerText()
  await expect.poll(shown).toBe('Hello all')
  await button('Save').click()
  const said = () => editor.getByRole('alert').allInnerTexts()
  const refused = ['Text: Liquid cannot read it\nThe selector is empty']
  await expect.poll(said).toEqual(refused)
  await field('See as').selectOption({ label: 'Ben Cole' })
  await expect.poll(shown).toBe('Hello Ben Cole')
  expect(await said()).toEqual(refused)
  await field('Text').fill('Hello you')
  await expect.poll(shown).toBe('Hello you')
  await expect.poll(said).toEqual([])
})

test('a save that gets no answer gives up, loses nothing, and can be tried again', async () => {
  await using edited = await edit(browser)
  const { page, editor, button, field, service } = edited
  await page.clock.install()
  await pick(edited, 'h1')
  service.trouble = { hangs: true }
  await field('Text').fill('Kept')
  await button('Save').click()
  await expect.poll(() => service.received.some(({ method }) => method === 'PUT')).toBe(true)
  expect(await button('Save').getAttribute('aria-busy')).toBe('true')
  await page.clock.fastForward(givesUpMs)
  await editor.getByText('Motif does not answer.').waitFor()
  expect(await field('Text').innerText()).toBe('Kept')
  service.trouble = {}
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'Kept' } }])
  expect(await editor.getByRole('alert').count()).toBe(0)
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
