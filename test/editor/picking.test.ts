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
    [
      'under a link without words',
      `<div class="card"><h1>Meet Launch</h1><a href="/" class="over"></a></div>`,
    ],
    [
      'under a picture that lets clicks through',
      `<div class="card"><h1>Meet Launch</h1><img src="/noise.svg" class="over none"></div>`,
    ],
  ])('%s', async (_, main) => {
    const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync('.none { pointer-events: none } .card { position: relative } .over, .stretched::after { content: ""; position: absolute; inset: 0; width: 100%; height: 100% }'); document.adoptedStyleSheets = [sheet]`
    await using edited = await edit(browser, { head, script, body: `<main>${main}</main>` })
    await pickAt(edited, 'h1')
    await edited.page.keyboard.type('Hello')
    await expect.poll(() => edited.page.locator('h1').innerText()).toBe('Hello')
    expect(await edited.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(2)
    expect(edited.complaints).toEqual([])
  })

  test('but not what an opaque banner covers', async () => {
    const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync('.card { position: relative } .over { position: absolute; inset: 0; background: #fff }'); document.adoptedStyleSheets = [sheet]`
    await using edited = await edit(browser, {
      script,
      body: `<main><div class="card"><h1>Meet Launch</h1><div class="over"><b>Cookies</b></div></div></main>`,
    })
    await pickAt(edited, 'h1')
    expect(await edited.editor.locator('.picked .head').innerText()).toContain('Cookies')
  })
})

test('right clicks, drags and middle clicks while picking are none of the page’s', async () => {
  const script = `heard = []
    for (const type of ['contextmenu', 'dragstart', 'auxclick', 'selectstart', 'pointerdown', 'mousedown', 'wheel'])
      addEventListener(type, ({ target }) => target.localName === 'motif-editor' || heard.push(type), true)`
  await using edited = await edit(browser, { script })
  const { page, button, status } = edited
  await button('Pick an element').click()
  const { x = 0, y = 0 } = (await page.locator('#shot').boundingBox()) ?? {}
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.click(x + 20, y + 20, { button: 'right' })
  await page.mouse.down({ button: 'middle' })
  await page.mouse.up({ button: 'middle' })
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 50, { steps: 4 })
  expect(await status()).toBe('img#shot “A dashboard”')
  await page.mouse.up()
  await expect.poll(() => edited.field('Selector').inputValue()).toBe('#shot')
  expect(await page.evaluate('heard')).toEqual([])
  expect(edited.complaints).toEqual([])
})

test('a wheel scrolls the page and the boxes in it while picking, and what comes under the pointer is outlined', async () => {
  const many = '<p class="line">A line</p>'.repeat(40)
  const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync('.box { height: 200px; overflow: auto }'); document.adoptedStyleSheets = [sheet]`
  await using edited = await edit(browser, {
    script,
    body: `<div class="box"><h2>Terms</h2>${many}</div>${many}`,
  })
  const { page, button, status } = edited
  await button('Pick an element').click()
  await page.mouse.move(200, 30)
  await expect.poll(status).toContain('h2')
  await page.mouse.wheel(0, 150)
  const scrolled = () => page.evaluate(() => [document.querySelector('.box')?.scrollTop, scrollY])
  await expect.poll(scrolled).toEqual([150, 0])
  await expect.poll(status).toContain('p “A line”')
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 300)
  await expect.poll(scrolled).toEqual([150, 300])
  expect(edited.complaints).toEqual([])
})

test('when the pointer rests, the page is there again for whatever asks what is under it, and a press still clicks nothing', async () => {
  const script = `heard = []
    for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
      addEventListener(type, ({ target }) => target.localName === 'motif-editor' || heard.push(type), true)`
  await using edited = await edit(browser, { script })
  const { page, button, status } = edited
  await button('Pick an element').click()
  await page.locator('.cta').hover()
  expect(await status()).toContain('Start now')
  await page.locator('.cta').hover()
  const { x = 0, y = 0 } = (await page.locator('.cta').boundingBox()) ?? {}
  const hit = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.localName, [x + 9, y + 9] as const)
  expect(await hit()).toBe('motif-editor')
  await expect.poll(hit).toBe('a')
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.type('Go')
  await expect.poll(() => page.locator('.cta').innerText()).toBe('Go')
  expect(await page.evaluate('heard')).toEqual(['pointerdown'])
})

test('on a page of thousands of elements a box is outlined by the beginning of its text, read once', async () => {
  const script = `looks = 0; const look = window.getComputedStyle
    window.getComputedStyle = (...given) => { looks++; return look(...given) }`
  const cards = '<article><h3>Title</h3><p>Some <b>words</b></p></article>'.repeat(1000)
  await using edited = await edit(browser, { script, body: `<div hidden>Menu</div><main>${cards}</main>` })
  const { page, button, status } = edited
  await page.evaluate('looks = 0')
  await button('Pick an element').click()
  await expect.poll(status).toBe('body “Title Some words Title Some words Title…”')
  await page.evaluate(
    'new Promise((resolve) => { let left = 9; requestAnimationFrame(function next() { if (left--) requestAnimationFrame(next); else resolve() }) })',
  )
  expect(await page.evaluate('looks')).toBeLessThan(1000)
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
  expect(await inside.innerText()).toContain('The picture in it stays')
  expect(await inside.getByRole('button').allInnerTexts()).toEqual([
    'h1 “Meet Launch”',
    'p “For teams that ship.”',
    'a “Start now”',
    'img#shot “A dashboard”',
  ])
  await page.keyboard.type('typed by chance')
  expect(await page.locator('.cta').innerText()).toBe('Start now')
  expect(await violationsIn(edited)).toEqual([])
  await pick(edited, '#hero h1')
  expect(await inside.count()).toBe(0)
  await button('What is around it').click()
  await inside.getByRole('button', { name: 'p “For teams that ship.”' }).click()
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
    await editor.getByText('Nobody is found for “nobody at all”.').waitFor()
    expect(await violationsIn(edited)).toEqual([])
  })

  test('somebody who was erased meanwhile is seen no more', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const { page, field, status } = edited
    const shown = () => page.locator('h1').innerText()
    await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
    await expect.poll(shown).toBe('Hello North Wind')
    const message = 'prospect: the organization has no prospect with this id.'
    await page.route('**/editor/preview', (route) =>
      route.request().postDataJSON().prospect === 'anna'
        ? route.fulfill({
            status: 400,
            headers: { 'access-control-allow-origin': '*' },
            json: { error: 40002, message },
          })
        : route.fallback(),
    )
    await edited.editor.locator('.choose').first().click()
    await field('Text').fill('Good morning')
    await expect.poll(shown).toBe('Good morning')
    expect(await field('See as').inputValue()).toBe('nobody')
    expect(await status()).toBe('This person is not there any more.')
    expect(await edited.editor.getByRole('alert').count()).toBe(0)
  })

  test('the field is the first in the panel', async () => {
    await using edited = await edit(browser)
    const first = await edited.editor.locator('.body label').first().innerText()
    expect(first).toBe('See as')
  })
})

test.each([
  [640, 320],
  [390, 500],
])('in a window of %s × %s the fields can be reached', async (width, height) => {
  await using edited = await edit(browser, { context: { viewport: { width, height } } })
  const { field, button, page, editor } = edited
  await pick(edited, '.lead')
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

test('a page in fullscreen has the panel above it', async () => {
  await using edited = await edit(browser, {
    script: `document.querySelector('main').onclick = ({ currentTarget }) => currentTarget.requestFullscreen()`,
  })
  const { page, button, status } = edited
  await page.locator('h1').click()
  await page.waitForFunction(() => document.fullscreenElement)
  await button('Pick an element').click()
  await expect.poll(status).toContain('body')
})
