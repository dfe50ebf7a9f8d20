import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { createContent, createProspect, whenCompleted } from '../support/records.ts'
import { type Service, startService } from '../support/service.ts'
import { startThemeSite } from './pixels/compare-page.ts'
import { edit, pick } from './support/editing.ts'
import { byKeys } from './support/keys.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

const theme = 'stylish-portfolio'

/** Opens a theme's page by a link to the editor. */
async function openTheme(page: Page, service: Service, site: { url: string }) {
  const yaml = `page: ${site.url}/${theme}\nlanguages: [en]\ncontent: []\nanalytics: []\n`
  await service.request('PUT', `/v1/templates/${theme}`, { body: { yaml } })
  const { body } = await service.request<{ url: string }>('POST', `/v1/templates/${theme}/edit`)
  await page.goto(body.url)
}

test('a template of four changes and a goal by keys alone, on a page never seen before, and its visitor gets it', async () => {
  await using service = await startService()
  await using site = await startThemeSite(service)
  const prospect = await createProspect(service, {
    email: 'anna@north-wind.example',
    additional: { company: 'North Wind' },
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await openTheme(page, service, site)
  const { press, type, goTo, focused, presses } = byKeys(page)
  const status = page.getByRole('region', { name: 'Motif editor' }).getByRole('status')
  await expect.poll(focused).toBe('Pick an element')

  await press('Enter')
  await type('stylish')
  expect(await status.textContent()).toBe('“stylish”: h1 “Stylish Portfolio”')
  await press('Enter')
  await expect.poll(focused).toBe('Text')
  await type('Welcome, ')
  await press('Shift+Tab', 'Enter', 'Tab', 'Enter')
  await expect.poll(focused).toBe('Where it is not known')
  await type('friend')

  await press('Escape', 'Enter')
  await type('find')
  await press('Enter')
  await expect.poll(focused).toBe('Text')
  await goTo('Link', 'Shift+Tab')
  await press('Enter')
  await goTo('Link address')
  await press('Control+a')
  await type('https://www.example.com/for-you')
  await goTo('Clicked')
  await press('Enter')
  await goTo('Goal')
  await press('Enter')

  await press('Escape', 'Enter')
  await type('pencil')
  await press('Tab')
  expect(await status.textContent()).toBe('“pencil”: p “A yellow pencil with envelopes on a cle…”')
  await press('ArrowUp', 'ArrowUp', 'ArrowRight')
  expect(await status.textContent()).toBe('img “its-own.svg”')
  await press('Enter')
  await expect.poll(focused).toBe('Picture address')
  await type('/personal.svg')

  await press('Escape', 'Enter')
  await type('welcome to')
  await press('Enter')
  await expect.poll(focused).toBe('Text')
  await goTo('HTML', 'Shift+Tab')
  await press('Enter')
  await goTo('HTML source')
  await press('Control+a')
  await type('Your <strong>next</strong> website')

  await press('Control+s')
  await expect.poll(() => status.textContent()).toBe('Saved as version 2.')
  await press('Escape')
  await goTo('Close', 'Shift+Tab')
  await press('Enter')
  await expect.poll(focused).toBe('Save & close')
  await press('Enter')
  await expect.poll(() => page.locator('motif-editor').count()).toBe(0)
  expect(presses()).toBeLessThan(50)

  const { id } = await createContent(service, { prospect, template: theme })
  const { pattern } = await whenCompleted(service, id)
  await page.goto(`${site.url}/${theme}?pattern=${pattern}`)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Welcome, North Wind')
  const cta = page.getByRole('link', { name: 'Find Out More' })
  await expect.poll(() => cta.getAttribute('href')).toBe('https://www.example.com/for-you')
  const picture = page.locator('#portfolio img').first()
  await expect.poll(() => picture.getAttribute('src')).toBe('/personal.svg')
  const callout = page.locator('.callout h2')
  await expect.poll(() => callout.innerHTML()).toBe('Your <strong>next</strong> website')
  await page.close()
})

test('Tab goes from one thing to the next while somebody picks, over boxes, and typing to what says it', async () => {
  await using edited = await edit(browser, {
    body: `<div><div><h1>Meet <em>Launch</em></h1></div></div><p>For <a href="/teams">teams</a></p>
<a href="/shot"><img src="/shot.svg" alt="A dashboard" width="30" height="12"></a><p hidden>Nobody</p><span> </span>`,
  })
  const { press, type } = byKeys(edited.page)
  const said = async (...keys: string[]) => {
    await press(...keys)
    return edited.status()
  }
  expect(await said('Enter', 'Tab')).toBe('h1 “Meet Launch”')
  expect(await said('Tab')).toContain('p “For teams')
  expect(await said('Tab')).toBe('a “teams”')
  expect(await said('Tab', 'Tab')).toBe('img “A dashboard”')
  expect(await said('Tab')).toBe('h1 “Meet Launch”')
  expect(await said('Shift+Tab')).toBe('img “A dashboard”')
  await type('tea')
  expect(await edited.status()).toContain('“tea”: p “For teams')
  expect(await said('Tab')).toBe('“tea”: a “teams”')
  await type('pot')
  expect(await edited.status()).toBe('Nothing on this page says “teapot”.')
  expect(await said('ArrowUp')).toContain('p “For teams')
  expect(await said('Escape')).toBe('')
  expect(new URL(edited.page.url()).pathname).toBe('/')
})

test('in a window at 400 % what has the focus after picking by keys can be seen', async () => {
  await using edited = await edit(browser, { context: { viewport: { width: 320, height: 256 } } })
  const { page, field } = edited
  await edited.button('Pick an element').focus()
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => byKeys(page).focused()).toBe('Text')
  const { y = 0, height = 0 } = (await field('Text').boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(256)
})

test('the focus stays where something went away or was switched off, and Escape goes back to picking', async () => {
  await using edited = await edit(browser)
  const { page, button, editor } = edited
  const { press, goTo, focused } = byKeys(page)
  await pick(edited, '.cta')
  await button('Goal').click()
  await pick(edited, '#pricing')
  await button('Read').click()
  const remove = editor.getByRole('button', { name: /^Remove/ })
  await remove.first().focus()
  await press('Enter')
  await expect.poll(() => remove.count()).toBe(1)
  expect(await focused()).toBe('Remove Section: Pricing')
  await press('Enter')
  await expect.poll(() => remove.count()).toBe(0)
  await expect.poll(focused).not.toBe('')
  await press('Escape')
  expect(await focused()).toBe('Pick an element')
  await goTo('Undo', 'Shift+Tab')
  while (await button('Undo').isEnabled()) await press('Enter')
  await expect.poll(focused).toBe('Redo')
  await goTo('Close')
  await press('Enter')
  await expect.poll(focused).toBe('Save & close')
  await press('Escape')
  await expect.poll(focused).toBe('Close')
  await page.locator('#plans').focus()
  await press('Escape')
  expect(await focused()).toBe('Pick an element')
})

test('on a keyboard without Latin letters Ctrl saves, undoes and redoes by the same keys', async () => {
  await using edited = await edit(browser, { template: { languages: ['en'] } })
  const { page, field } = edited
  await pick(edited, '.lead')
  await page.keyboard.type('Привет')
  await page.keyboard.press('Escape')
  const press = (key: string, code: string) =>
    field('Text').evaluate(
      (one, pressed) =>
        one.dispatchEvent(
          new KeyboardEvent('keydown', { ...pressed, ctrlKey: true, bubbles: true, composed: true }),
        ),
      { key, code },
    )
  await press('я', 'KeyZ')
  await expect.poll(() => field('Text').innerText()).toBe('For teams that ship.')
  await press('н', 'KeyY')
  await expect.poll(() => field('Text').innerText()).toBe('Привет')
  await press('ы', 'KeyS')
  await expect.poll(edited.status).toBe('Saved as version 2.')
})
