import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** Picks what is at the beginning of an element, whatever lies over it. */
async function pickAt({ page, button }: Edited, selector: string): Promise<void> {
  await button('Pick an element').click()
  const { x = 0, y = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {}
  await page.mouse.move(x + 9, y + height / 2)
  await page.mouse.click(x + 9, y + height / 2)
}

describe('words that the pointer does not reach are picked', () => {
  const head = '<link rel="stylesheet" href="/more.css">'
  test.each([
    ['under pointer-events: none', `<div class="none"><h1>Meet Launch</h1></div>`],
    [
      'under a link that is stretched over them',
      `<div class="card"><h1>Meet Launch</h1><a href="/" class="stretched">More</a></div>`,
    ],
  ])('%s', async (_, main) => {
    const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync('.none { pointer-events: none } .card { position: relative } .over, .stretched::after { content: ""; position: absolute; inset: 0; width: 100%; height: 100% }'); document.adoptedStyleSheets = [sheet]`
    await using edited = await edit(browser, { head, script, body: `<main>${main}</main>` })
    await pickAt(edited, 'h1')
    await edited.page.keyboard.type('Hello')
    await expect.poll(() => edited.page.locator('h1').innerText()).toBe('Hello')
    expect(await edited.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(4)
    expect(edited.complaints).toEqual([])
  })
})

test('a container says what its text would take away, and offers it', async () => {
  await using edited = await edit(browser)
  const { page, button, editor, field, service } = edited
  await button('Pick an element').click()
  const { x = 0, y = 0 } = (await page.locator('#shot').boundingBox()) ?? {}
  // Beside the picture, where the section is empty.
  await page.mouse.click(x + 700, y + 20)
  const inside = editor.getByRole('group', { name: 'Elements inside' })
  await inside.waitFor()
  expect(await inside.innerText()).toContain('these 3 would be gone')
  expect(await inside.innerText()).toContain('a picture, which stays')
  expect(await inside.getByRole('button').allInnerTexts()).toEqual([
    'Headline',
    'Text: For teams that ship.',
    'Button: Start now',
    'Picture: A dashboard',
  ])
  await page.keyboard.type('typed by chance')
  expect(await page.locator('.cta').innerText()).toBe('Start now')
  expect(await violationsIn(edited)).toEqual([])
  await pick(edited, '#hero h1')
  expect(await inside.count()).toBe(0)
  await edited.details()
  await button('What is around it').click()
  await field('Text').fill('By mistake')
  await expect.poll(() => page.locator('.lead').isVisible()).toBe(false)
  await button('Undo').click()
  await inside.getByRole('button', { name: 'Text: For teams that ship.' }).click()
  await field('Text').fill('For you')
  await expect.poll(() => page.locator('.lead').innerText()).toBe('For you')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toHaveLength(1)
  await button('What is around it').click()
  await field('Text').fill('One line for all')
  await expect.poll(() => page.locator('#hero h1').innerText()).toBe('One line for all')
  expect(await page.locator('#shot').isVisible()).toBe(true)
})

describe('as whom the page is seen', () => {
  const headline = { selector: 'h1', type: 'text' as const, payload: 'Hello {{ prospect.company }}' }

  test('a search shows whom it finds, to choose from', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const { page, field, button, editor } = edited
    await field('Find a person').fill('anna')
    await button('Anna Berg, North Wind').click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Hello North Wind')
    expect(await field('See as').evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)).toBe(
      'Anna Berg, North Wind',
    )
    await field('Find a person').fill('nobody at all')
    await editor.getByText('Nobody found for “nobody at all”.').waitFor()
    expect(await violationsIn(edited)).toEqual([])
  })
})

test.each([
  [640, 320],
  [390, 500],
])('in a window of %s × %s the fields can be reached', async (width, height) => {
  await using edited = await edit(browser, { context: { viewport: { width, height } } })
  const { field, button, page, editor } = edited
  await pick(edited, '.lead')
  await edited.details()
  for (const one of [field('Text'), field('Selector'), field('See as'), button('Save'), button('Undo')]) {
    await one.scrollIntoViewIfNeeded()
    const { y = -1, height: tall = 0 } = (await one.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + tall).toBeLessThanOrEqual(height)
    const isOnTop = await one.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = (element.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2)
      return found !== null && (found === element || element.contains(found))
    })
    expect(isOnTop).toBe(true)
  }
  const shown = await editor.evaluate((panel) => panel.getBoundingClientRect().height)
  expect(shown).toBeGreaterThan(height * 0.8)
  await field('Text').fill('Hello')
  await expect.poll(() => page.locator('.lead').innerText()).toBe('Hello')
})
