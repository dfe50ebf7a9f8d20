import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'

const headline = { selector: '#hero h1', type: 'text' as const, payload: { en: 'Hello', de: 'Hallo' } }
let browser: Browser
/** After so long a request without an answer is over. */
const givesUpMs = 30_000

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('a version of somebody else’s is put beside this one, item by item', async () => {
  const text = "{{ prospect.company | default: 'you' }}"
  const lead = { selector: '.lead', type: 'text' as const, payload: { en: 'Lead', de: text } }
  const added = { selector: '.cta', type: 'text' as const, payload: { en: 'New', de: 'Neu' } }
  await using edited = await edit(browser, { template: { content: [headline, lead] } })
  const { editor, button, field, service } = edited
  await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hello/ }).click()
  await field('Text').fill('Mine')
  service.template = {
    ...service.template,
    version: 2,
    content: [headline, { ...lead, payload: { en: 'Theirs', de: text } }, added],
    savedBy: { user: 'ben', at: '2026-11-22T10:00:00.000Z' },
  }
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Two versions' })
  await both.getByText('Somebody else has saved version 2').waitFor()
  expect(await both.innerText()).toContain('en: Mine / de: Hallo')
  const other = both.getByRole('group', { name: 'Text: For teams that ship.' })
  expect(await other.innerText()).toContain('en: Theirs / de: ‹Company›')
  expect(await other.getByLabel('Theirs').isChecked()).toBe(true)
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toEqual([
    { ...headline, payload: { en: 'Mine', de: 'Hallo' } },
    { ...lead, payload: { en: 'Theirs', de: text } },
    added,
  ])
})

test('what is said of unknown values is shown where nothing else differs', async () => {
  const payload = (fallback: string) => `For {{ prospect.company | default: '${fallback}' }}`
  const lead = { selector: '.lead', type: 'text' as const, payload: payload('you') }
  await using edited = await edit(browser, { template: { languages: ['en'], content: [lead] } })
  const { editor, button, field, service } = edited
  await editor.locator('.choose').click()
  await field('Name').fill('Lead')
  const theirs = { ...lead, name: 'Lead', payload: payload('your team') }
  service.template = { ...service.template, version: 2, content: [theirs] }
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Two versions' })
  await both.getByText(payload('you'), { exact: true }).waitFor()
  await both.getByText(payload('your team'), { exact: true }).waitFor()
})

test('what is mine in a conflict keeps the languages that somebody else has added', async () => {
  const retail = { when: { industry: 'Retail' }, payload: { en: 'Shops', de: 'Läden' } }
  const lead = { selector: '.lead', type: 'text' as const, payload: { en: 'Lead', de: 'Text' } }
  await using edited = await edit(browser, {
    template: { content: [{ ...headline, for: [retail] }, lead], languages: ['en', 'de', 'it'] },
  })
  const { editor, button, field, service } = edited
  await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hello/ }).click()
  await field('Text').last().fill('Mine')
  await pick(edited, '.cta')
  await edited.page.keyboard.type('Go')
  await expect.poll(() => edited.page.locator('.cta').innerText()).toBe('Go')
  const french = { ...retail, payload: { ...retail.payload, fr: 'Magasins' } }
  service.template = {
    ...service.template,
    version: 2,
    languages: ['en', 'de', 'fr'],
    content: [
      { ...headline, payload: { ...headline.payload, fr: 'Bonjour' }, for: [french] },
      { ...lead, payload: { ...lead.payload, fr: 'Texte' } },
    ],
  }
  await button('Save').click()
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content[2]?.payload).not.toHaveProperty('it')
  expect(service.template.content).toMatchObject([
    { payload: { en: 'Mine', de: 'Hallo', fr: 'Bonjour' }, for: [french] },
    { payload: { fr: 'Texte' } },
    { selector: '.cta', payload: { en: 'Go', fr: '' } },
  ])
})

test('where somebody else has taken the present language away, another one is open', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { editor, button, field, service } = edited
  await editor.locator('.choose').click()
  await editor.getByRole('tab', { name: 'de' }).click()
  await field('Text').fill('Guten Tag')
  const theirs = { ...headline, payload: { en: 'Hi' } }
  service.template = { ...service.template, version: 2, languages: ['en'], content: [theirs] }
  await button('Save').click()
  await editor.getByRole('group', { name: 'Headline' }).getByLabel('Theirs').check()
  await button('Keep these').click()
  await expect.poll(() => editor.getByRole('tab', { selected: true }).allInnerTexts()).toEqual(['en'])
  expect(await field('Text').innerText()).toBe('Hi')
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

test('what is written while two versions are shown is kept', async () => {
  const lead = { selector: '.lead', type: 'text' as const, payload: { en: 'Lead', de: 'Text' } }
  await using edited = await edit(browser, { template: { content: [headline, lead] } })
  const { editor, button, field, service } = edited
  await editor.locator('.choose').first().click()
  await field('Text').fill('Mine')
  const theirs = { ...lead, payload: { en: 'Theirs', de: 'Text' } }
  service.template = { ...service.template, version: 2, content: [headline, theirs] }
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Two versions' })
  await field('Text').fill('Mine, and more')
  await both.getByText('en: Mine, and more').waitFor()
  await editor.locator('.choose').nth(1).click()
  await field('Text').fill('My lead')
  await both.getByText('en: My lead').waitFor()
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  const words = service.template.content.map(({ payload }) => payload)
  expect(words).toMatchObject([{ en: 'Mine, and more' }, { en: 'My lead' }])
})

test.each([
  ['given', undefined, 'Greeting'],
  ['taken away', 'Greeting', ''],
])('a name that was %s does not count as saved by a version that has the old one', async (_, had, given) => {
  const item = { ...headline, ...(had && { name: had }) }
  await using edited = await edit(browser, { template: { content: [item] } })
  const { editor, button, field, service } = edited
  await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hello/ }).click()
  await field('Name').fill(given)
  service.template = { ...service.template, version: 2 }
  await button('Save').click()
  const both = editor.getByRole('alertdialog', { name: 'Two versions' })
  await both.waitFor()
  // Saving is at the end of the panel, the versions are at its beginning.
  await expect.poll(() => both.evaluate((card) => card.getBoundingClientRect().top)).toBeGreaterThan(0)
  for (const name of [had, given]) expect(await both.innerText()).toContain(name || 'without a name')
  await button('Keep these').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toEqual([{ ...headline, ...(given && { name: given }) }])
})

test('what another tab has saved alike is saved, and no conflict', async () => {
  await using edited = await edit(browser)
  const { page, editor, button, service } = edited
  await pick(edited, '.cta')
  await page.keyboard.type('Go')
  await expect.poll(() => page.locator('.cta').innerText()).toBe('Go')
  const alike = {
    name: 'Button: Start now',
    selector: '.cta',
    type: 'text' as const,
    payload: { en: 'Go', de: '' },
  }
  service.template = { ...service.template, version: 2, content: [alike] }
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(await editor.getByRole('alertdialog').count()).toBe(0)
  await button('Undo').click()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content).toEqual([])
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

test('what is said of a search that failed goes when people are found again', async () => {
  await using edited = await edit(browser)
  const { editor, button, field, service } = edited
  service.trouble = { breaks: true }
  await field('Find a person').fill('ann')
  await editor.getByText('Motif cannot be reached').waitFor()
  service.trouble = {}
  await field('Find a person').fill('anna')
  await button('Anna Berg, North Wind').waitFor()
  await expect.poll(() => editor.getByRole('alert').count()).toBe(0)
})

test('a save that is also for links that are out says before which they are, and then how far it is', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { editor, service } = edited
  const names = ['Spring', 'Fair', 'Webinar', 'Autumn', 'Winter']
  service.links = { links: 212, campaigns: names.map((name, at) => ({ name, links: 60 - at * 10 })), left: 0 }
  await edited.field('Also for links that are out').check()
  await editor
    .getByText(
      '212 links will show this version: Spring (60), Fair (50), Webinar (40), 2 more campaigns (50), no campaign (12).',
    )
    .waitFor()
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Nothing to save: this is version 1. 212 links get this version.')
  service.links.left = 200
  await editor.getByText('12 of 212 links show this version').waitFor()
  expect(await editor.getByRole('progressbar').getAttribute('value')).toBe('12')
  service.links.left = 0
  await expect.poll(edited.status).toBe('All 212 links show version 1.')
  expect(await editor.getByRole('progressbar').count()).toBe(0)
})

test('links of a file that is not stored yet have their progress, too', async () => {
  await using edited = await edit(browser, {
    template: { version: 0, fingerprint: 'one', content: [headline] },
  })
  const { editor, button, field, service } = edited
  service.links = { links: 212, campaigns: [], left: 0 }
  await field('Also for links that are out').check()
  await button('Save').click()
  await editor.getByText('0 of 212 links show this version').waitFor()
  service.links.left = 0
  await expect.poll(edited.status).toBe('All 212 links show version 0.')
})

test('what was asked of the links before a regeneration says nothing of how far that is', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { page, editor, button, field, service } = edited
  service.links = { links: 212, campaigns: [], left: 0 }
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    '**/editor/regenerate',
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await field('Also for links that are out').check()
  await asked.promise
  await button('Save').click()
  await editor.getByText('0 of 212 links show this version').waitFor()
  held.resolve()
  service.links.left = 200
  await editor.getByText('12 of 212 links show this version').waitFor()
  expect(await edited.status()).toBe('Nothing to save: this is version 1. 212 links get this version.')
})

test('while it is not answered how far the links are, it is not asked again', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { page, button, field, service } = edited
  await page.clock.install()
  service.links = { links: 212, campaigns: [], left: 0 }
  let asked = 0
  await page.route('**/editor/regenerate', (route) => {
    // Only the begin is answered.
    if (route.request().method() === 'POST') return route.continue()
    asked++
  })
  await field('Also for links that are out').check()
  await button('Save').click()
  await expect.poll(edited.status).toContain('212 links get this version.')
  await expect.poll(() => asked).toBe(2)
  for (let at = 0; at < 5; at++) await page.clock.runFor(2000)
  await field('Find a person').fill('anna')
  await page.clock.runFor(2000)
  await button('Anna Berg, North Wind').waitFor()
  expect(asked).toBe(2)
})

test('without a link that is out, it says so', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  await edited.field('Also for links that are out').check()
  await edited.editor.getByText('No link is out yet.').waitFor()
})

test('a long HTML source that is changed again and again can be saved', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, editor, button, field, service } = edited
  await pick(edited, '.lead')
  await page.keyboard.press('Escape')
  await button('HTML').click()
  const long = `<i>${'Größe '.repeat(1200)}</i>`
  for (let at = 0; at < 9; at++) {
    await field('HTML source').fill(`${long}<b>Offer ${at}</b>`)
    await field('Selector').focus()
  }
  await expect.poll(() => page.locator('.lead b').innerText()).toBe('Offer 8')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toBe(`${long}<b>Offer 8</b>`)
  await button('Undo').click()
  await expect.poll(() => page.locator('.lead b').innerText()).toBe('Offer 7')
  expect(await editor.getByRole('alert').count()).toBe(0)
})

test('much that is not saved yet is shown and saved, and what is too much is told', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, editor, button, field, service } = edited
  const long = `<i>${'Größe '.repeat(2500)}</i>`
  for (const selector of ['h1', '.lead', '.cta', '#pricing h2']) {
    await pick(edited, selector)
    await page.keyboard.press('Escape')
    await button('HTML').click()
    await field('HTML source').fill(`${long}<b>Offer</b>`)
  }
  await expect.poll(() => page.locator('h2 b').innerText()).toBe('Offer')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(await editor.getByRole('alert').count()).toBe(0)
  await field('HTML source').fill('<b>Another</b>')
  service.trouble = { status: 413 }
  await button('Save').click()
  await editor.getByText('undo the longest change').waitFor()
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

test('a template that does not come can be asked for again', async () => {
  await using edited = await edit(browser)
  const { page, editor, button, field, service } = edited
  await page.clock.install()
  service.trouble = { hangs: true }
  const asked = service.received.length
  await page.reload()
  await expect
    .poll(() => service.received.slice(asked).some(({ path }) => path === '/editor/template'))
    .toBe(true)
  await page.clock.fastForward(givesUpMs)
  await editor.getByText('Motif does not answer.').waitFor()
  service.trouble = {}
  await button('Try again').click()
  await pick(edited, 'h1')
  await field('Text').fill('Hello')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
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

test('Save & close regenerates the links that are out if that is asked for, also if all is saved', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { editor, button, field, service } = edited
  service.links = { links: 3, campaigns: [], left: 0 }
  await field('Also for links that are out').check()
  await button('Close').click()
  await editor
    .getByText('Everything is saved. The links that are out do not have this version yet.')
    .waitFor()
  await button('Save & close').click()
  await editor.waitFor({ state: 'detached' })
  expect(service.links.left).toBe(3)
  expect(service.template.version).toBe(1)
})

test('Save & close waits for a save that is under way', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, editor, button, service } = edited
  const held = Promise.withResolvers<void>()
  await page.route('**/editor/template', (route) => held.promise.then(() => route.continue()))
  await pick(edited, '.cta')
  await page.keyboard.type('Go')
  await page.keyboard.press('Escape')
  await button('Save').click()
  await button('Close').click()
  await button('Save & close').click()
  held.resolve()
  await editor.waitFor({ state: 'detached' })
  expect(service.template).toMatchObject({ version: 2, content: [{ payload: 'Go' }] })
})
