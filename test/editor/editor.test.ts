import { setTimeout as wait } from 'node:timers/promises'
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

  test('of two items of one kind for one element each opens, and the later one is what visitors see', async () => {
    const item = (name: string, payload: string) => ({ name, selector: 'h1', type: 'text' as const, payload })
    const content = [item('Before', 'Early'), item('After', 'Late')]
    await using edited = await edit(browser, { template: { languages: ['en'], content } })
    const { page, editor, field, button, service } = edited
    const items = editor.getByRole('list', { name: 'Items' })
    await items.getByRole('button', { name: 'After Late' }).click()
    expect(await field('Text').innerText()).toBe('Late')
    expect(await field('Name').inputValue()).toBe('After')
    expect(await items.locator('[aria-current]').allInnerTexts()).toEqual(['After\nLate'])
    await field('Text').fill('Later')
    await field('Name').fill('Last')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Later')
    await items.getByRole('button', { name: 'Before Early' }).click()
    expect(await field('Text').innerText()).toBe('Early')
    await field('Text').fill('Earlier')
    await button('Remove Last').click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Earlier')
    await button('Undo').click()
    await pick(edited, 'h1')
    expect(await field('Text').innerText()).toBe('Later')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    expect(service.template.content).toEqual([item('Before', 'Earlier'), item('Last', 'Later')])
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
    await field('Name').fill('x'.repeat(101))
    await editor.getByText('A name has 100 characters at most.').waitFor()
    await field('Name').fill('')
    await page.keyboard.press('Tab')
    expect(await field('Name').getAttribute('placeholder')).toBe('Button: Start now')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 3.')
    expect(saved().find(([id]) => id === 'start-now')).toEqual(['start-now', undefined, 'click'])
    expect(edited.complaints).toEqual([])
  })

  test('a name that is emptied and written again is no other item’s', async () => {
    const seen = { id: 'seen', name: 'Top of the page', selector: '#hero h1', type: 'view' as const }
    await using edited = await edit(browser, {
      template: { content: [{ ...headline, name: 'Headline' }], analytics: [seen] },
    })
    const { editor, button, field, service, page } = edited
    await editor.locator('.choose').first().click()
    await field('Name').focus()
    for (const key of ['Control+a', 'Backspace']) await page.keyboard.press(key)
    await page.keyboard.type('Title')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const { content, analytics } = service.template
    expect([...content, ...analytics].map(({ name }) => name)).toEqual(['Title', 'Top of the page'])
  })

  test('an item of a template without names is called by what its element is', async () => {
    await using edited = await edit(browser, { template: { content: [headline] } })
    const items = edited.editor.getByRole('list', { name: 'Items' }).locator('.name')
    expect(await items.allInnerTexts()).toEqual(['Headline'])
    await items.click()
    expect(await edited.field('Name').getAttribute('placeholder')).toBe('Headline')
    await edited.field('Text').fill('Hello!')
    await edited.button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    expect(edited.service.template.content[0]).not.toHaveProperty('name')
  })

  test('an item whose element is gone has a name that the service takes, however long its selector is', async () => {
    const selector = `#gone ${'.very-long-name '.repeat(9).trim()}`
    await using edited = await edit(browser, { template: { content: [{ ...headline, selector }] } })
    const { editor, button, service } = edited
    await editor.locator('.choose').click()
    await button('Clicked').click()
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const [measured] = service.template.analytics
    expect(measured?.selector).toBe(selector)
    expect(measured?.name?.length).toBe(100)
  })

  test('a name ends with no half of a sign', async () => {
    await using edited = await edit(browser, {
      body: `<h1>Hello</h1><h2>${'日'.repeat(39)}🎉 です</h2><h3>${'日'.repeat(38)}🎉 です</h3>`,
      template: { languages: ['en'] },
    })
    const { editor, button, service } = edited
    await pick(edited, 'h3')
    expect(await editor.locator('.picked .head').innerText()).toBe(`h3 “${'日'.repeat(38)}…”`)
    await pick(edited, 'h2')
    await button('Clicked').click()
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    expect(service.template.analytics[0]?.name).toBe(`Heading: ${'日'.repeat(39)}…`)
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

  test.each(['iframe', 'video'])('the address of an element %s is not tried as a picture', async (other) => {
    await using edited = await edit(browser, {
      body: `<main><${other} src="/other" width="300" height="200"></${other}><img src="/gone.svg" alt="Gone"></main>`,
    })
    const { editor, field, page, button } = edited
    const tried: string[] = []
    page.on('request', (request) => request.resourceType() === 'image' && tried.push(request.url()))
    const pickNext = async () => {
      await button('Pick an element').focus()
      for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
    }
    await pickNext()
    expect(await field('Picture address').innerText()).toBe('/other')
    await field('Picture address').fill('/another')
    await pickNext()
    await editor.getByText('This picture does not load: /gone.svg').waitFor()
    expect(tried.filter((url) => url.endsWith('other'))).toEqual([])
  })

  test('a frame of the page gets no editor of its own', async () => {
    await using edited = await edit(browser, { body: '<iframe src="/inside"></iframe><h1>Welcome</h1>' })
    const frame = edited.page.frameLocator('iframe')
    await frame.locator('h1').waitFor()
    // Long enough for one to open, if it did.
    await wait(500)
    expect(await frame.locator('motif-editor').count()).toBe(0)
  })

  test('from what was picked to its neighbours: a picture behind the words, a link around them', async () => {
    await using edited = await edit(browser, {
      body: '<section id="hero"><img src="/behind.svg" alt="" width="300" height="60"><a href="/"><h2>Hello</h2></a></section>',
    })
    const { page, button, field } = edited
    await pick(edited, 'h2')
    await button('What is around it').click()
    await button('Link').click()
    await field('Link address').fill('/for-you')
    await expect.poll(() => page.locator('a').getAttribute('href')).toBe('/for-you')
    await button('What is before it').click()
    await expect.poll(() => button('Picture').count()).toBe(1)
    expect(await button('What is in it').isDisabled()).toBe(true)
    expect(await page.locator('a').getAttribute('href')).toBe('/for-you')
    expect(edited.complaints).toEqual([])
  })

  test('nothing in the panel is wider than it, however long a text is', async () => {
    const words = 'Weather forecasts for everybody who works outside'
    await using edited = await edit(browser, { body: `<main><h1>${words}</h1><p>${words}</p></main>` })
    const { editor, button, field } = edited
    await pick(edited, 'h1')
    await button('HTML').click()
    await field('HTML source').fill(`<b>${words}</b>`.repeat(9))
    await button('Clicked').click()
    await expect.poll(() => editor.getByRole('listitem').count()).toBeGreaterThan(1)
    const widths = () => editor.locator('.body').evaluate((body) => [body.scrollWidth, body.clientWidth])
    const [fits, width] = await widths()
    expect(fits).toBe(width)
    await button('Text').click()
    await field('Text').fill(`https://www.example.com/${'launch'.repeat(99)}`)
    await expect.poll(() => editor.locator('.items').innerText()).toContain('launchlaunch')
    expect(await widths()).toEqual([width, width])
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
  await expect.poll(() => button('Pick an element').evaluate((one) => one.matches(':focus'))).toBe(true)
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
  await keyboard.press('Enter')
  await keyboard.type('!')
  await button('Save').focus()
  await keyboard.press('Enter')
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]).toMatchObject({ payload: { en: 'For {{ prospect.company }}!' } })
})

test('the page as a telephone shows it', async () => {
  await using edited = await edit(browser, { template: { content: [headline] } })
  const { page, button, field } = edited
  await field('See as').selectOption('Somebody of whom nothing is known')
  await button('Telephone').click()
  const inside = page.frameLocator('iframe[title="The page on a telephone"]')
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
  expect(await violationsIn(edited)).toEqual([])
  await pick(edited, '.lead')
  await edited.field('Text').fill('For ')
  await edited.button('company').first().click()
  for (const summary of await edited.editor.locator('summary').all()) await summary.click()
  expect(await violationsIn(edited)).toEqual([])
  await pick(edited, '#shot')
  await edited.button('Close').click()
  expect(await violationsIn(edited)).toEqual([])
  expect(edited.complaints).toEqual([])
})
