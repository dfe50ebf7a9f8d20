import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, landingPage, pick } from './support/editing.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** What axe-core finds wrong in all that is there. */
async function violations({ page }: Edited): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) =>
    (await client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result
      .value
  await evaluate(`${axe};0`)
  return evaluate(
    `axe.run({ include: [['motif-editor']] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  )
}

const headline = { selector: '#hero h1', type: 'text' as const, payload: { en: 'Hello', de: 'Hallo' } }

describe('by mouse', () => {
  test('a headline is clicked, written with what is known of a person, seen and saved', async () => {
    await using edited = await edit(browser)
    const { page, button, field, service } = edited
    await pick(edited, 'h1')
    await button('Text').click()
    await field('Text').fill('Hello ')
    await button('company').first().click()
    await field('Where it is not known').fill("friends of 'us'")
    await expect.poll(() => page.locator('h1').innerText()).toBe("Hello friends of 'us'")
    await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
    await expect.poll(() => page.locator('h1').innerText()).toBe('Hello North Wind')
    await field('See as').selectOption('The page as it is')
    await expect.poll(() => page.locator('h1').innerHTML()).toBe('Meet <em>Launch</em>')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const [item] = service.template.content
    expect(item?.payload).toEqual({
      en: `Hello {{ prospect.company | default: "friends of 'us'" }}`,
      de: '',
    })
    expect(await page.locator(item?.selector ?? '').count()).toBe(1)
    expect(edited.complaints).toEqual([])
  })

  test('what was picked can be typed over at once', async () => {
    await using edited = await edit(browser)
    await pick(edited, 'h1')
    await edited.page.keyboard.type('Typed')
    await expect.poll(() => edited.page.locator('h1').innerText()).toBe('Typed')
  })

  test('each language has a tab and a text of its own', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const { editor, field, service, button, page } = edited
    await editor.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Hello/ }).click()
    const tabs = editor.getByRole('tablist', { name: 'Languages' })
    await tabs.getByRole('tab', { name: 'de' }).click()
    await expect.poll(() => field('Text').innerText()).toBe('Hallo')
    await field('Text').fill('Guten Tag')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Guten Tag')
    await tabs.getByRole('tab', { name: 'en' }).click()
    await expect.poll(() => field('Text').innerText()).toBe('Hello')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    expect(service.template.content[0]?.payload).toEqual({ en: 'Hello', de: 'Guten Tag' })
  })

  test('what counts is chosen, and which one is the goal', async () => {
    await using edited = await edit(browser)
    const { button, service } = edited
    await pick(edited, '.cta')
    await button('Clicked').click()
    await button('Seen').click()
    await button('Goal').click()
    await pick(edited, '#pricing')
    await button('Read').click()
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const kinds = service.template.analytics.map(({ type, goal = false }) => [type, goal])
    expect(kinds).toEqual([
      ['click', true],
      ['view', false],
      ['duration', false],
    ])
    const ids = service.template.analytics.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  test('kinds are offered where they work: a picture of a picture, a link of a link', async () => {
    await using edited = await edit(browser)
    const kinds = () =>
      edited.editor.getByRole('group', { name: 'What changes' }).getByRole('button').allInnerTexts()
    await pick(edited, '#shot')
    expect(await kinds()).toEqual(['Picture'])
    await pick(edited, '.cta')
    expect(await kinds()).toEqual(['Text', 'Link', 'HTML'])
    await pick(edited, 'h1')
    expect(await kinds()).toEqual(['Text', 'HTML'])
  })

  test('a picture that does not load is told at once, one of the page can be chosen', async () => {
    await using edited = await edit(browser, {
      body: `${landingPage}<img src="/other.svg" alt="" width="20" height="20">`,
    })
    const { editor, field, page } = edited
    await pick(edited, '#shot')
    await field('Picture address').fill('/gone.svg')
    await editor.getByRole('alert').filter({ hasText: 'does not load' }).waitFor()
    await editor.getByRole('button', { name: 'other.svg' }).click()
    await expect.poll(() => page.locator('#shot').getAttribute('src')).toBe('/other.svg')
    await expect.poll(() => editor.getByRole('alert').count()).toBe(0)
  })

  test('HTML says what will not reach the page', async () => {
    await using edited = await edit(browser)
    const { editor, button, field, page } = edited
    await pick(edited, '.lead')
    await button('HTML').click()
    await field('HTML source').fill('<b onclick="x()">Bold</b><script>alert(1)</script>')
    await editor.getByText('Left out').waitFor()
    expect(await editor.getByText('Left out').innerText()).toContain('onclick, <script>')
    await expect.poll(() => page.locator('.lead').innerHTML()).toBe('<b>Bold</b>')
  })

  test('undo and redo go back and forth, a selector can be written, and warns', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const { editor, button, field, page } = edited
    const row = editor.getByRole('list', { name: 'Items' }).getByRole('listitem')
    await row.getByRole('button', { name: /Hello/ }).click()
    await field('Selector').fill('.plan')
    await editor.getByText('Matches 2 elements now: all of them change.').waitFor()
    await field('Selector').fill('.nothing')
    await editor.getByText('Matches nothing on this page now: nothing would change.').waitFor()
    await field('Selector').fill('h2')
    await expect.poll(() => page.locator('h2').innerText()).toBe('Hello')
    await field('Text').fill('Prices')
    await button('Undo').click()
    await expect.poll(() => page.locator('h2').innerText()).toBe('Hello')
    await button('Undo').click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
    await expect.poll(() => field('Selector').inputValue()).toBe('#hero h1')
    expect(await button('Undo').isDisabled()).toBe(true)
    await button('Redo').click()
    await button('Redo').click()
    await expect.poll(() => page.locator('h2').innerText()).toBe('Prices')
    expect(await page.locator('h1').innerHTML()).toBe('Meet <em>Launch</em>')
  })
})

test('by keyboard alone: pick by arrows, write, see, save', async () => {
  await using edited = await edit(browser)
  const { page, button, field, service } = edited
  const { keyboard } = page
  await button('Pick an element').focus()
  for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight'])
    await keyboard.press(key)
  expect(await edited.status()).toBe('p “For teams that ship.”')
  await keyboard.press('ArrowLeft')
  expect(await edited.status()).toBe('h1 “Meet Launch”')
  await keyboard.press('ArrowUp')
  expect(await edited.status()).toContain('section#hero')
  await keyboard.press('Escape')
  expect(await edited.status()).toBe('')
  await keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key)
  await expect.poll(() => field('Text').evaluate((one) => one.matches(':focus'))).toBe(true)
  await keyboard.type('For ')
  await keyboard.press('Shift+Tab')
  for (let at = 0; at < 3; at++) await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.type('!')
  await button('Save').focus()
  await keyboard.press('Enter')
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]).toMatchObject({ payload: { en: 'For {{ prospect.company }}!' } })
})

describe('saving', () => {
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
})

describe('on pages of every kind', () => {
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
    expect(await violations(edited)).toEqual([])
  })
})

test('the page as a telephone shows it', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { page, button, field } = edited
  await field('See as').selectOption('Somebody of whom nothing is known')
  await button('Telephone').click()
  const inside = page.frameLocator('iframe[name=motif-telephone]')
  await inside.getByText('Hello').waitFor()
  expect(await inside.locator('html').evaluate(() => innerWidth)).toBe(390)
  await button('Desktop').click()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

test.each(['light', 'dark'] as const)('axe finds nothing in a %s editor', async (colorScheme) => {
  const goal = { id: 'start', selector: '.cta', type: 'click' as const, goal: true }
  await using edited = await edit(browser, {
    template: { content: [headline], analytics: [goal] },
    context: { colorScheme },
  })
  expect(await violations(edited)).toEqual([])
  await pick(edited, '.lead')
  await edited.field('Text').fill('For ')
  await edited.button('company').first().click()
  for (const summary of await edited.editor.locator('summary').all()) await summary.click()
  expect(await violations(edited)).toEqual([])
  await pick(edited, '#shot')
  await edited.button('Close').click()
  expect(await violations(edited)).toEqual([])
  expect(edited.complaints).toEqual([])
})
