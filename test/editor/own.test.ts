import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** Opens a page of which these words are somebody's, and shows it as Anna Berg sees it. */
async function seenAsAnna(selector: string, payload: string): Promise<Edited> {
  const content = [{ selector, type: 'text' as const, payload }]
  const edited = await edit(browser, { template: { languages: ['en'], content } })
  await edited.field('See as').selectOption('Anna Berg, North Wind')
  await expect.poll(() => edited.page.locator(selector).innerText()).toContain('North Wind')
  return edited
}

async function savedLast({ button, status, service }: Edited): Promise<unknown> {
  await button('Save').click()
  await expect.poll(status).toBe('Saved as version 2.')
  return service.template.content.at(-1)?.payload
}

test.each(['picked', 'chosen from the list'])(
  'HTML of an element that is %s begins with the page’s own, not with the words of a person',
  async (way) => {
    await using edited = await seenAsAnna('.lead', 'Hi {{ prospect.company }}')
    const { page, editor, button, field } = edited
    if (way === 'picked') {
      await pick(edited, '.lead')
      await page.keyboard.press('Escape')
    } else await editor.locator('.choose').click()
    await expect.poll(() => page.locator('.lead').innerText()).toBe('Hi North Wind')
    await button('HTML').click()
    expect(await field('HTML source').inputValue()).toBe('For teams that ship.')
    expect(await savedLast(edited)).toBe('For teams that ship.')
  },
)

test('an item without a name is called by the page’s own words, as whomever the page is seen', async () => {
  await using edited = await seenAsAnna('.lead', 'Hi {{ prospect.company }}')
  const { editor } = edited
  const name = editor.getByRole('list', { name: 'Items' }).locator('.name')
  expect(await name.innerText()).toBe('Text: For teams that ship.')
})

test('a text around the words of a person begins with the page’s own', async () => {
  await using edited = await seenAsAnna('em', '{{ prospect.company }}')
  const { page, button } = edited
  await button('Pick an element').click()
  await page.locator('h1').click({ position: { x: 20, y: 30 } })
  await page.getByLabel('Write here', { exact: true }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  expect(await savedLast(edited)).toBe('Meet Launch!')
})

test('what is measured is named after the page’s own words, not after those of a person', async () => {
  await using edited = await seenAsAnna('.lead', 'Hi {{ prospect.company }}')
  const { editor, button, field, service } = edited
  await editor.locator('.choose').click()
  await button('Read').click()
  expect(await field('Name').getAttribute('placeholder')).toBe('Text: For teams that ship.')
  await savedLast(edited)
  expect(service.template.analytics).toEqual([
    { id: 'for-teams-that-ship', name: 'Text: For teams that ship.', selector: '.lead', type: 'duration' },
  ])
})

/** A policy forbids styles in the page's source. */
const script = `for (const one of document.querySelectorAll('[data-style]')) one.style.cssText = one.dataset.style`

test.each([
  ['Hello <b>World</b>, wel<i>come</i>!', 'Hello World, welcome!'],
  ['Motif<sup>®</sup>: super<wbr>market', 'Motif®: supermarket'],
  ['<b dir="rtl">שלום</b>, <b dir="rtl">של</b><i>ום</i>', 'שלום, שלום'],
  ['<b>No</b>&nbsp;<b>break</b>', 'No\u00a0break'],
  ['<span>H</span><span>i</span> <span>you</span>', 'Hi you'],
  ['One<br>Two', 'One Two'],
  ['<i data-style="display:block">One</i><i data-style="display:block">Two</i>', 'One Two'],
  ['<i>From</i><i data-style="margin-left:6px">9 €</i>', 'From 9 €'],
])('a text in parts is read as it looks: %s', async (html, words) => {
  await using edited = await edit(browser, { script, body: `<main><p class="lead">${html}</p></main>` })
  const { page, field, button } = edited
  await button('Pick an element').focus()
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  expect(await field('Text').textContent()).toBe(words)
})
