import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, landingPage, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

test('a page that swallows clicks and keys, and has shortcuts of its own, is edited all the same', async () => {
  const script = `for (const type of ['click', 'mousedown', 'keydown', 'keypress', 'beforeinput', 'pointerdown', 'input'])
    addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true)
    document.addEventListener('click', () => { location.href = '/elsewhere' })`
  await using edited = await edit(browser, { script })
  const { page, field, button, service } = edited
  await pick(edited, '.cta')
  await field('Text').fill('Go')
  await page.keyboard.type(' now')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toMatchObject({ en: 'Go now' })
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a field to which the page has given the focus keeps it', async () => {
  await using edited = await edit(browser, { body: '<h1>Sign up</h1><input autofocus>' })
  await edited.button('Pick an element').waitFor()
  expect(await edited.page.evaluate(() => document.activeElement?.localName)).toBe('input')
})

test('a link that is picked leads nowhere', async () => {
  await using edited = await edit(browser)
  await pick(edited, '#plans')
  await expect.poll(() => edited.field('Selector').inputValue()).toBe('#plans')
  expect(new URL(edited.page.url()).pathname).toBe('/')
})

test('in a modal dialog of the page’s own', async () => {
  await using edited = await edit(browser, {
    body: '<h1>Behind</h1><dialog id="offer"><h2>An offer</h2></dialog>',
    script: 'setTimeout(() => document.querySelector("dialog").showModal(), 300)',
  })
  const { page, field } = edited
  await page.locator('#offer[open]').waitFor()
  await pick(edited, '#offer h2')
  await field('Text').fill('For you')
  await expect.poll(() => page.locator('#offer h2').innerText()).toBe('For you')
  await page.keyboard.press('Escape')
  await page.locator('#offer[open]').waitFor({ state: 'detached' })
  await field('Text').fill('For us')
  await expect.poll(() => page.locator('#offer h2').textContent()).toBe('For us')
})

test('a dialog of the page’s that keeps the focus, and hides all else from screen readers, leaves the editor alone', async () => {
  const script = `document.addEventListener('focusin', (event) => {
      if (offer.contains(event.target)) return
      event.stopImmediatePropagation()
      offer.querySelector('button').focus()
    }, true)
    setTimeout(() => { for (const one of document.body.children) if (one !== offer) one.setAttribute('aria-hidden', 'true') }, 300)`
  await using edited = await edit(browser, {
    body: '<h1>Hello</h1><div id="offer"><button>Accept</button></div>',
    script,
  })
  const { page, field } = edited
  await page.locator('h1[aria-hidden]').waitFor()
  await pick(edited, 'h1')
  await page.keyboard.type('For you')
  await expect.poll(() => page.locator('h1').innerText()).toBe('For you')
  await field('Text').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(() => page.locator('h1').innerText()).toBe('For you!')
})

test('a route of an app that is another page shows no changes, as for visitors, and says so', async () => {
  const content = [{ selector: 'h1', type: 'text' as const, payload: 'Hello {{ prospect.name }}' }]
  const script = `const heading = document.querySelector('h1')
    const route = () => { heading.textContent = location.pathname === '/plans' ? 'Our plans' : 'Meet Launch' }
    document.querySelector('#plans').onclick = (event) => { event.preventDefault(); history.pushState({}, '', '/plans'); route() }
    addEventListener('popstate', route)`
  await using edited = await edit(browser, { script, template: { languages: ['en'], content } })
  const { page, editor, field, button, service } = edited
  const shown = () => page.locator('h1').innerText()
  await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
  await expect.poll(shown).toBe('Hello Anna Berg')
  await page.locator('#plans').click()
  await expect.poll(shown).toBe('Our plans')
  await editor.getByText('This is not the page that you opened.').waitFor()
  await editor.locator('.choose').first().click()
  await field('Text').fill('Welcome')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: 'Welcome' }])
  expect(await shown()).toBe('Our plans')
  await page.goBack()
  await expect.poll(shown).toBe('Welcome')
  expect(await editor.getByText('This is not the page').count()).toBe(0)
  await field('See as').selectOption('The page as it is')
  await expect.poll(shown).toBe('Meet Launch')
  await page.goForward()
  await page.goBack()
  await expect.poll(shown).toBe('Meet Launch')
  expect(edited.complaints).toEqual([])
})

test('who writes on the page while an app goes to another one writes on in the panel', async () => {
  const script = `window.go = (path, words) => { history.pushState({}, '', path); document.querySelector('h1').textContent = words }`
  await using edited = await edit(browser, { script, template: { languages: ['en'] } })
  const { page, field } = edited
  const here = page.getByLabel('Write here', { exact: true })
  await pick(edited, 'h1')
  await page.keyboard.type('Hello')
  await expect.poll(() => here.innerText()).toBe('Hello')
  await page.evaluate("go('/plans', 'Our plans')")
  await expect.poll(() => here.count()).toBe(0)
  await page.keyboard.type(' you')
  await expect.poll(() => field('Text').innerText()).toBe('Hello you')
  expect(await page.locator('h1').innerText()).toBe('Our plans')
  await pick(edited, '.lead')
  await page.keyboard.type('Bye')
  await expect.poll(() => field('Text').innerText()).toBe('Bye')
  expect(await page.locator('.lead').innerText()).toBe('For teams that ship.')
})

test('another page of the site, which is loaded, shows no changes either, until one is back', async () => {
  const item = (selector: string, payload: string) => ({ selector, type: 'text' as const, payload })
  const content = [item('h1', 'Hello {{ prospect.name }}'), item('.lead', '{{ prospect.company }}')]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { page, editor, field } = edited
  const shown = () => page.locator('h1').innerText()
  const seeAsBen = async () => {
    await field('See as').selectOption({ label: 'Ben Cole' })
    // That his company is not known is said once the preview has come.
    await editor.getByText('Gap: nothing is known here').waitFor()
  }
  await seeAsBen()
  expect(await shown()).toBe('Hello Ben Cole')
  await page.locator('#plans').click()
  await page.waitForURL('**/plans')
  await editor.getByText('This is not the page that you opened.').waitFor()
  await seeAsBen()
  expect(await shown()).toBe('Meet Launch')
  await page.evaluate(() => history.pushState({}, '', '/'))
  await expect.poll(shown).toBe('Hello Ben Cole')
  await page.evaluate(() => history.replaceState({}, '', '/renamed'))
  await page.reload()
  await seeAsBen()
  expect(await shown()).toBe('Hello Ben Cole')
  expect(await editor.getByText('This is not the page').count()).toBe(0)
  expect(edited.complaints).toEqual([])
})

test('a page whose address differs by its query alone is another one too, unless the query only counts clicks', async () => {
  const content = [{ selector: 'h1', type: 'text' as const, payload: 'Hello' }]
  await using edited = await edit(browser, { path: '/?p=12', template: { languages: ['en'], content } })
  const { page, editor, field } = edited
  const isAway = editor.getByText('This is not the page that you opened.')
  const seen = async () => {
    await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
    await editor.locator('.choose').first().click()
    return page.locator('h1').innerText()
  }
  const load = async (address: string) => {
    await page.evaluate((to) => location.assign(to), address)
    await page.waitForURL(`**${address}`)
    await editor.locator('.choose').first().waitFor()
  }
  await load('/?p=13')
  await isAway.waitFor()
  expect(await seen()).toBe('Meet Launch')
  await load('/?utm_source=mail&p=12&gclid=1')
  expect(await isAway.count()).toBe(0)
  await expect.poll(seen).toBe('Hello')
  // What the page adds to its own address is no other page either.
  await page.evaluate(() => history.replaceState({}, '', '/?p=12&tab=2'))
  await page.reload()
  await load('/?p=12')
  await load('/?p=12&tab=2')
  await expect.poll(seen).toBe('Hello')
  expect(await isAway.count()).toBe(0)
})

test('a page with a picture whose address is none does not keep the others from being changed', async () => {
  await using edited = await edit(browser, {
    body: `${landingPage}<img src="http://[broken" alt="Broken"><img src="/other.svg" alt="" width="20" height="20">`,
  })
  const { page, editor, button } = edited
  await pick(edited, '#shot')
  const pictures = editor.getByRole('list', { name: 'Pictures of this page' }).getByRole('button')
  await expect.poll(() => pictures.count()).toBe(2)
  await button('other.svg').click()
  await expect.poll(() => page.locator('#shot').getAttribute('src')).toBe('/other.svg')
})

test('a form with fields named children and id, and what is in it, is picked and measured', async () => {
  await using edited = await edit(browser, {
    body: '<main><form><input type="hidden" name="id" value="7"><input name="children"><p>How many?</p><button type="button">Book</button></form></main>',
  })
  const { page, button, editor, service } = edited
  await pick(edited, 'form button')
  await page.keyboard.type('Reserve')
  await expect.poll(() => page.locator('form button').innerText()).toBe('Reserve')
  await button('What is around it').click()
  expect(await editor.locator('.picked .head').innerText()).toContain('form “How many?')
  await button('Seen').click()
  await button('What is in it').click()
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ type: 'text', payload: { en: 'Reserve' } }])
  expect(service.template.analytics).toMatchObject([{ type: 'view' }])
  expect(edited.complaints).toEqual([])
})

test('a page that puts the editor into a box of its own, again and again, is edited all the same', async () => {
  const script = `const box = document.querySelector('main')
    new MutationObserver(() => { for (const one of document.querySelectorAll('body > motif-editor')) box.append(one) })
      .observe(document.body, { childList: true })`
  await using edited = await edit(browser, { script })
  const { page, button, service } = edited
  await pick(edited, 'h1')
  await page.keyboard.type('Hello')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content).toMatchObject([{ payload: { en: 'Hello' } }])
  expect(edited.complaints).toEqual([])
})

test('on a page that its own style zooms, what is outlined and written lies where the text is', async () => {
  await using edited = await edit(browser, { script: `document.body.style.zoom = '1.5'` })
  const { page, button, editor } = edited
  const own = await page.locator('.lead').boundingBox()
  await button('Pick an element').click()
  await page.locator('.lead').hover()
  const outline = page.locator('motif-editor .outline')
  await expect.poll(async () => (await outline.boundingBox())?.y).toBeCloseTo(own?.y ?? 0, 0)
  expect((await outline.boundingBox())?.width).toBeCloseTo(own?.width ?? 0, 0)
  await page.mouse.down()
  await page.mouse.up()
  const here = page.getByLabel('Write here', { exact: true })
  await here.waitFor()
  const over = await here.boundingBox()
  expect([over?.x, over?.y, over?.width, over?.height].map((one) => Math.round(one ?? 0))).toEqual(
    [own?.x, own?.y, own?.width, own?.height].map((one) => Math.round(one ?? 0)),
  )
  expect((await editor.boundingBox())?.width).toBeCloseTo(400, 0)
})

test('what is inside of a component cannot be reached, and it says so', async () => {
  await using edited = await edit(browser, {
    body: '<x-card></x-card>',
    script:
      "const root = document.querySelector('x-card').attachShadow({ mode: 'open' }); root.append(Object.assign(document.createElement('b'), { textContent: 'Inside' }))",
  })
  await edited.button('Pick an element').click()
  await edited.page.locator('b').hover()
  expect(await edited.status()).toContain('x-card — what is inside of it belongs to a component')
})

test('styles of the page for all elements and backdrops reach neither the panel nor what is under it', async () => {
  const script = `const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { --ink: red; --card: red !important } ::backdrop { background: red }')
    document.adoptedStyleSheets = [sheet]`
  await using edited = await edit(browser, { script })
  const colours = await edited.editor.evaluate((panel) => {
    const { color, backgroundColor } = getComputedStyle(panel.querySelector('.bar') as Element)
    const { display } = getComputedStyle((panel.getRootNode() as ShadowRoot).host, '::backdrop')
    return { color, backgroundColor, display }
  })
  const red = 'rgb(255, 0, 0)'
  expect(colours).toEqual({
    color: expect.not.stringContaining(red),
    backgroundColor: expect.not.stringContaining(red),
    display: 'none',
  })
})

test('a page that is written from right to left', async () => {
  await using edited = await edit(browser, { html: 'lang="ar" dir="rtl"', body: '<h1>مرحبا بكم</h1>' })
  await pick(edited, 'h1')
  await edited.field('Text').fill('أهلا')
  await expect.poll(() => edited.page.locator('h1').innerText()).toBe('أهلا')
  expect(await edited.editor.evaluate((panel) => getComputedStyle(panel).direction)).toBe('ltr')
})

test('by finger at 390 px', async () => {
  await using edited = await edit(browser, {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  const { page, button, field, editor } = edited
  await button('Pick an element').tap()
  await page.locator('h1').tap()
  await field('Text').fill('Hello')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  await button('Save').tap()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(await editor.evaluate((panel) => panel.scrollWidth <= 390)).toBe(true)
  expect(await violationsIn(edited)).toEqual([])
})

test('a page that gives every object and list more properties', async () => {
  const script = `Object.prototype.foo = 'x'; Object.prototype.each = () => 1; Array.prototype.remove = function () {}; Array.prototype.last = 'y'`
  await using edited = await edit(browser, { script })
  await pick(edited, 'h1')
  await edited.page.keyboard.type('Hello')
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(edited.service.template.content).toMatchObject([{ payload: { en: 'Hello' } }])
  expect(edited.complaints).toEqual([])
})
