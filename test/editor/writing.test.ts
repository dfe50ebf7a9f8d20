import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit, pick } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

const here = ({ page }: Edited) => page.getByLabel('Write here', { exact: true })

async function saved(edited: Edited): Promise<string> {
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  const { payload } = edited.service.template.content[0] ?? {}
  return (payload as Record<string, string>).en ?? ''
}

describe('a page that renders again while somebody writes', () => {
  const words = 'Hello my friends out there'
  const again = `const again = (one) => one.replaceWith(one.cloneNode(true)), main = () => document.querySelector('main')`
  const pages: Record<string, string> = {
    'makes its elements again': `render = () => again(main())`,
    'takes its elements away for a moment': `render = () => { const copy = main().cloneNode(true); main().replaceChildren(); setTimeout(() => main().replaceWith(copy)) }`,
    'makes its whole body again': `render = () => { again(document.body); document.querySelector('motif-editor').remove() }`,
    'says something else each time': `times = 0; render = () => { again(main()); document.querySelector('.lead').textContent = 'Words ' + times++ }`,
  }

  test.each(Object.entries(pages))('%s: no letter is lost, no key presses a button', async (_, script) => {
    await using edited = await edit(browser, { script: `${again}; ${script}` })
    const { page } = edited
    await pick(edited, '.lead')
    await here(edited).waitFor()
    await page.evaluate('render()')
    for (const letter of words) {
      await page.keyboard.type(letter)
      await page.evaluate('render()')
    }
    expect(await here(edited).innerText()).toBe(words)
    expect(await saved(edited)).toBe(words)
    expect(edited.complaints).toEqual([])
  })

  test('with each frame: what is written in the middle stays there', async () => {
    const script = `${again}; (function render() { again(main()); requestAnimationFrame(render) })()`
    await using edited = await edit(browser, { script })
    const { page } = edited
    await edited.button('Pick an element').click()
    // Playwright would wait until the element is no longer replaced.
    const [x, y] = await page.evaluate(() => {
      const { left, top, height } = (document.querySelector('.lead') as Element).getBoundingClientRect()
      return [left + 9, top + height / 2] as const
    })
    await page.mouse.move(x, y)
    await page.mouse.down()
    // What was pressed is another element when the button comes up.
    await page.evaluate('again(main())')
    await page.mouse.up()
    await here(edited).waitFor()
    await page.keyboard.type('Hello friends')
    for (let at = 0; at < 'friends'.length; at++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('my good ')
    await expect.poll(() => page.locator('.lead').innerText()).toBe('Hello my good friends')
    expect(await saved(edited)).toBe('Hello my good friends')
    expect(edited.complaints).toEqual([])
  })
})

describe('what is cut, copied and pasted', () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const greeting = 'Hi {{ prospect.company | default: "all" }} there'
  const withChip = { selector: '.lead', type: 'text' as const, payload: { en: greeting, de: '' } }

  test('a chip stays a chip, and is Liquid elsewhere', async () => {
    await using edited = await edit(browser, { context, template: { content: [withChip] } })
    const { page, field } = edited
    await pick(edited, '.lead')
    await here(edited).waitFor()
    for (const key of ['Control+a', 'Control+x']) await page.keyboard.press(key)
    expect(await here(edited).innerText()).toBe('')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(greeting)
    await page.keyboard.press('Control+v')
    expect(await here(edited).getByRole('button', { name: 'company' }).count()).toBe(1)
    for (const key of ['Control+a', 'Control+c', 'ArrowRight', 'Control+v']) await page.keyboard.press(key)
    expect(await field('Text').getByRole('button', { name: 'company' }).count()).toBe(2)
    expect(await saved(edited)).toBe(greeting + greeting)
  })

  test.each([
    ['<p>Grow faster</p><p>Save money</p>', 'Grow faster Save money'],
    [
      '<ul><li>One</li><li>Two</li></ul><p>Para <b>bold</b></p><table><tr><td>A</td><td>B</td></tr></table>',
      'One Two Para bold A B',
    ],
    [
      '<img src="MOTIF/tracker.png"><p style="position:fixed;font-size:90px">10&nbsp;&euro;&#32;now</p>',
      '10\u00a0&euro; now',
    ],
  ])('HTML is pasted as text: %s', async (html, words) => {
    await using edited = await edit(browser, { context })
    const { service } = edited
    await pick(edited, '.lead')
    await here(edited).waitFor()
    await here(edited).evaluate(
      (field, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', data)
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
        )
      },
      html.replace('MOTIF', service.url),
    )
    expect(await here(edited).locator('img, [style]').count()).toBe(0)
    expect(await saved(edited)).toBe(words)
    expect(service.received.some(({ path }) => path.includes('tracker'))).toBe(false)
  })
})

test('with an input method, the Enter that chooses letters ends nothing', async () => {
  await using edited = await edit(browser)
  const { page } = edited
  const input = await page.context().newCDPSession(page)
  await pick(edited, 'h1')
  const here = page.getByLabel('Write here', { exact: true })
  await here.waitFor()
  await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await here.count()).toBe(1)
  await input.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 })
  await input.send('Input.insertText', { text: '日本' })
  await expect.poll(() => page.locator('h1').innerText()).toBe('日本')
  await page.keyboard.press('Enter')
  await expect.poll(() => here.count()).toBe(0)
})

test('after an undo words and chips are written at the end, not at the beginning', async () => {
  const content = [{ selector: '.lead', type: 'text' as const, payload: 'Hello' }]
  await using edited = await edit(browser, { template: { languages: ['en'], content } })
  const { page, editor, field, button } = edited
  await editor.locator('.choose').click()
  await field('Text').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' you')
  await page.keyboard.press('Control+z')
  await expect.poll(() => field('Text').innerText()).toBe('Hello')
  await page.keyboard.type('!')
  expect(await field('Text').innerText()).toBe('Hello!')
  await button('Undo').click()
  await button('company').click()
  await edited.button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(edited.service.template.content[0]?.payload).toBe('Hello{{ prospect.company }}')
})
