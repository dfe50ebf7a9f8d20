import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, landingPage, pick } from './support/editing.ts'
import { violationsIn } from './support/violations.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

const headline = { selector: '#hero h1', type: 'text' as const, payload: { en: 'Hello', de: 'Hallo' } }

describe('by mouse', () => {
  test('a headline is clicked, written with what is known of a person, seen and saved', async () => {
    await using edited = await edit(browser)
    const { page, editor, button, field, service } = edited
    await pick(edited, 'h1')
    await button('Text').click()
    await field('Text').fill('Hello ')
    await button('company').first().click()
    await field('Fallback').fill("friends of 'us'")
    await expect.poll(() => page.locator('h1').innerText()).toBe('Hello North Wind')
    await field('See as').selectOption('Unknown visitor')
    await expect.poll(() => page.locator('h1').innerText()).toBe("Hello friends of 'us'")
    await editor.getByText("Not known: shows “friends of 'us'”.").waitFor()
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

  test('a link may open it at an item; each language has a tab and its own text', async () => {
    await using edited = await edit(browser, { template: { content: [headline] }, item: 0 })
    const { editor, field, service, button, page } = edited
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

  test('an item is named by what its element is, and all items of an element are renamed together', async () => {
    await using edited = await edit(browser, {
      body: `${landingPage}<a href="/"><img class="site-logo" src="/brand.svg" alt="Acme" width="60" height="20"></a>`,
    })
    const { page, editor, button, field, service } = edited
    const items = editor.getByRole('list', { name: 'Items' }).locator('.name')
    await pick(edited, 'h1')
    await field('Text').fill('Hello')
    for (const [selector, measure] of [
      ['.cta', 'Clicked'],
      ['#plans', 'Clicked'],
      ['#pricing', 'Read'],
      ['.lead', 'Seen'],
    ] as const) {
      await pick(edited, selector)
      await button(measure).click()
    }
    for (const picture of ['.site-logo', '#shot']) {
      await pick(edited, picture)
      await field('Picture address').fill('/other.svg')
    }
    expect(await items.allInnerTexts()).toEqual([
      'Headline',
      'Logo',
      'Picture: A dashboard',
      'Button: Start now',
      'Link: Plans',
      'Section: Pricing',
      'Text: For teams that ship.',
    ])
    await pick(edited, '.cta')
    await button('Seen').click()
    await edited.details()
    await field('Name').fill('Reserve a seat')
    await field('Name').press('Tab')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const saved = () => service.template.analytics.map(({ id, name, type }) => [id, name, type])
    expect(saved().filter(([id]) => id?.startsWith('start'))).toEqual([
      ['start-now', 'Reserve a seat', 'click'],
      ['start-now-view', 'Reserve a seat', 'view'],
    ])
    expect(service.template.content[0]).toMatchObject({ name: 'Headline', selector: expect.any(String) })
    await field('Name').fill('')
    await page.keyboard.press('Tab')
    expect(await field('Name').getAttribute('placeholder')).toBe('Button: Start now')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 3.')
    expect(saved().find(([id]) => id === 'start-now')).toEqual(['start-now', undefined, 'click'])
    expect(edited.complaints).toEqual([])
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
    expect(await kinds()).toEqual(['Text', 'Link'])
    await pick(edited, '.lead')
    expect(await kinds()).toEqual(['Text'])
    await edited.details()
    await edited.button('HTML').click()
    await edited.field('HTML source').fill('<b onclick="x()">Bold</b><script>alert(1)</script>')
    await expect.poll(() => edited.page.locator('.lead').innerHTML()).toBe('<b>Bold</b>')
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

  test.each(['chosen', 'dropped', 'pasted'])('a picture is %s, kept, seen, and undone', async (way) => {
    await using edited = await edit(browser)
    const { button, editor, field, page, service } = edited
    await pick(edited, '#shot')
    const file = { name: 'team.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
    if (way === 'chosen') await field('Choose a picture').setInputFiles(file)
    else
      await field('Picture address').evaluate((inside, given) => {
        const data = new DataTransfer()
        data.items.add(new File(['a picture'], 'team.png', { type: 'image/png' }))
        const event =
          given === 'dropped'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        inside.dispatchEvent(event)
      }, way)
    const source = () => page.locator('#shot').getAttribute('src')
    await expect.poll(source).toBe('/kept.svg')
    const { headers, body } = service.received.findLast(({ path }) => path === '/editor/pictures') ?? {}
    expect([headers?.['content-type'], body]).toEqual(['image/png', 'a picture'])
    expect(await editor.locator('.drop img').getAttribute('src')).toBe('/kept.svg')
    await button('Undo').click()
    await expect.poll(source).toBe('/shot.svg')
    await field('Choose a picture').setInputFiles({ ...file, buffer: Buffer.alloc(2 ** 21 + 1) })
    await editor.getByText('The picture is larger than 2 MB').waitFor()
    expect(edited.complaints).toEqual([])
  })

  test('undo and redo go back and forth, a selector can be written, and warns', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const { editor, button, field, page } = edited
    const row = editor.getByRole('list', { name: 'Items' }).getByRole('listitem')
    await row.getByRole('button', { name: /Hello/ }).click()
    await edited.details()
    await field('Selector').fill('.plan')
    await editor.getByText('Found 2 times on this page: all of them change.').waitFor()
    await field('Selector').fill('.nothing')
    await editor.getByText('Not found on this page now: nothing would change.').waitFor()
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

test.each(['light', 'dark'] as const)('axe finds nothing in a %s editor', async (colorScheme) => {
  const goal = { id: 'start', selector: '.cta', type: 'click' as const, goal: true }
  await using edited = await edit(browser, {
    template: { content: [headline], analytics: [goal] },
    context: { colorScheme },
  })
  expect(await violationsIn(edited)).toEqual([])
  await pick(edited, '.lead')
  await edited.field('Text').fill('For ')
  await edited.button('company').first().click()
  for (const summary of await edited.editor.locator('summary').all()) await summary.click()
  expect(await violationsIn(edited)).toEqual([])
  await edited.button('Close').click()
  expect(await violationsIn(edited)).toEqual([])
  expect(edited.complaints).toEqual([])
})
