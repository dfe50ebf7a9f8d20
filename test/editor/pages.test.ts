import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

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

test('another page of the site, which is loaded, shows no changes either, until one is back', async () => {
  const item = (selector: string, payload: string) => ({ selector, type: 'text' as const, payload })
  const content = [item('h1', 'Hello {{ prospect.name }}'), item('.lead', '{{ prospect.company }}')]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { page, editor, field } = edited
  const shown = () => page.locator('h1').innerText()
  const seeAsBen = async () => {
    await field('See as').selectOption({ label: 'Ben Cole' })
    // That his company is not known is said once the preview has come.
    await editor.getByText('Not known: the page keeps its own.').waitFor()
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

test('the page has the room beside the panel, its fixed elements too, on either side, until that is folded or closed', async () => {
  const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync('header { position: fixed; inset: 0 0 auto; background: #fff } #plans { float: right }'); document.adoptedStyleSheets = [sheet]`
  const context = { viewport: { width: 1280, height: 800 } }
  await using edited = await edit(browser, { script, context })
  const { page, button } = edited
  const header = page.locator('header')
  const places = async () => {
    const [fixed, other] = [await header.boundingBox(), await page.locator('main').boundingBox()]
    return [fixed?.x, fixed?.width, other?.x, other?.width]
  }
  await expect.poll(places).toEqual([0, 900, 0, 900])
  await pick(edited, '#plans')
  await expect.poll(() => edited.field('Selector').inputValue()).toBe('#plans')
  await button('Move to the other side').click()
  await expect.poll(places).toEqual([380, 900, 380, 900])
  await button('Fold').click()
  await expect.poll(places).toEqual([0, 1280, 0, 1280])
  await button('Unfold').click()
  await button('Close').click()
  await expect.poll(places).toEqual([0, 1280, 0, 1280])
  expect(await header.evaluate((one) => one.getAnimations().length)).toBe(0)
  expect(edited.complaints).toEqual([])
})

test('what is inside of a component cannot be reached, and it says so', async () => {
  await using edited = await edit(browser, {
    body: '<x-card></x-card>',
    script:
      "const root = document.querySelector('x-card').attachShadow({ mode: 'open' }); root.append(Object.assign(document.createElement('b'), { textContent: 'Inside' }))",
  })
  await edited.button('Pick an element').click()
  await edited.page.locator('b').hover()
  expect(await edited.status()).toContain('x-card — what is inside belongs to a component')
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

test('what is for the link’s preview is listed with where it is seen, can be written, and is shown nowhere on the page', async () => {
  const content = [
    { selector: 'meta[property="og:title"]', type: 'text' as const, payload: 'Hello' },
    {
      selector: '[property="og:image"], meta[name="twitter:image"]',
      type: 'src' as const,
      payload: '/x.svg',
    },
  ]
  const head =
    '<meta property="og:title" content="Meet Launch"><meta property="og:image" content="/shot.svg">'
  await using edited = await edit(browser, { head, template: { languages: ['en'], content } })
  const { page, editor, field, button, service } = edited
  const items = editor.getByRole('list', { name: 'Items' })
  const where = 'Seen in the preview of the link, in chats and mails. It needs the edge.'
  await expect.poll(() => items.getByText(where).count()).toBe(2)
  await items.getByRole('button', { name: /^Link preview: Meet Launch/ }).click()
  await field('Text').fill('Hello you')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.payload).toBe('Hello you')
  await items.getByRole('button', { name: /^Link preview: .shot/ }).click()
  expect(
    await page.locator('meta[property]').evaluateAll((all) => all.map((one) => one.outerHTML).join('')),
  ).toBe(head)
  expect(edited.complaints).toEqual([])
})
