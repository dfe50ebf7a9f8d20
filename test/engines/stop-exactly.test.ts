import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }

declare global {
  interface Window {
    /** The body as the page wrote it, and how many style sheets it had adopted. */
    own: { html: string; sheets: number }
  }
}

const scenario: Scenario = {
  body: `<!-- a comment --><h1>Welcome, <b>dear</b> friend <!-- and --> all</h1><h2></h2>
  <p class="lead" style="color: red">Lead <i>one</i></p><a class="cta" href="/old">Get started <svg width="9"></svg></a>
  <picture><source srcset="/old.svg" media="(min-width: 1px)"><img src="/old.svg" srcset="/old.svg 2x" sizes="50vw" alt=""></picture>
  <input placeholder="Name"><video src="/old.mp4"></video><ul><li>One</li><li>Two</li></ul>`,
  content: [
    { selector: 'h1', type: 'text', payload: 'Hello Ada' },
    { selector: 'h2', type: 'text', payload: 'For Acme' },
    { selector: '.lead', type: 'html', payload: '<em>Made</em> for <b>Acme</b>' },
    { selector: '.cta', type: 'href', payload: '/new' },
    { selector: '.cta', type: 'text', payload: 'Begin' },
    { selector: 'img', type: 'src', payload: '/new.svg' },
    { selector: 'video', type: 'src', payload: '/new.mp4' },
    { selector: 'input', type: 'text', payload: 'Ada' },
    { selector: 'ul', type: 'html', payload: '<li>New</li>' },
  ] satisfies ContentItem[],
  assets: { '/old.svg': svg, '/new.svg': svg },
  record: { delayMs: 300 },
  afterTag: `<script>
    document.adoptedStyleSheets.push(new CSSStyleSheet())
    addEventListener('DOMContentLoaded', () => {
      own = { html: document.body.outerHTML, sheets: 1 }
    })
  </script>`,
}

const isApplied = () =>
  document.querySelector('h1')?.textContent?.trim() === 'Hello Ada' &&
  document.querySelector('.lead em') &&
  document.querySelector('li')?.textContent === 'New' &&
  document.querySelector('img')?.getAttribute('src') === '/new.svg'

async function expectOwnPage(page: Visit) {
  const found = await page.run(() => ({
    html: document.body.outerHTML,
    sheets: document.adoptedStyleSheets.length,
  }))
  expect(found).toEqual(await page.run(() => window.own))
}

describe.each(['snippet', 'loader', 'inline'] as const)('with the %s tag', (tag) => {
  test('stop() gives back the page and its style sheets exactly, again and again', async ({ visit }) => {
    const page = await visit({ ...scenario, tag, attributes: { 'data-hide': 'h1,.lead,img' } })
    await page.until(isApplied)
    for (let turn = 0; turn < 3; turn++) {
      await page.run(() => motif.stop())
      await expectOwnPage(page)
      await page.run((pattern) => motif.start({ pattern }), page.pattern)
      await page.until(isApplied)
    }
    await page.run(() => {
      motif.stop()
      motif.stop()
    })
    await expectOwnPage(page)
    expect((await page.complaints()).filter((complaint) => !/<video/.test(complaint))).toEqual([])
  })

  test('a page that is revealed by the time-out has its style sheets alone', async ({ visit }) => {
    const attributes = { 'data-hide': 'h1', 'data-timeout': '200' }
    const page = await visit({ ...scenario, tag, attributes, record: { status: 500 } })
    await page.until(() => window.motif?.ready)
    await page.run(() => motif.stop())
    await expectOwnPage(page)
  })
})

/** What a page does with its nodes that changes nothing of what they say. */
const tidyings: Record<string, () => void> = {
  'normalises all': () => document.body.normalize(),
  'normalises a target': () => document.querySelector('h1')?.normalize(),
  'wraps a target': () => {
    const h1 = document.querySelector('h1') as Element
    const wrapper = document.createElement('div')
    h1.replaceWith(wrapper)
    wrapper.append(h1)
    wrapper.replaceWith(h1)
  },
  'moves a target away and back': () => {
    const lead = document.querySelector('.lead') as Element
    const next = lead.nextSibling
    document.querySelector('ul')?.append(lead)
    next?.before(lead)
  },
}

test.for(Object.entries(tidyings))('stop() gives back a page that %s', async ([, tidy], { visit }) => {
  const page = await visit(scenario)
  await page.until(isApplied)
  await page.evaluate(`void setTimeout(${tidy})`)
  await page.run(() => new Promise<void>((resolve) => setTimeout(resolve)))
  await page.until(isApplied)
  await page.run(() => motif.stop())
  await expectOwnPage(page)
  expect((await page.complaints()).filter((complaint) => !/<video/.test(complaint))).toEqual([])
})

describe('what the page appends to the personal text is its own, with nothing of the person before it', () => {
  const personal: Scenario = {
    body: '<h1>Own</h1>',
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  }
  const isPersonal = () => document.querySelector('h1')?.textContent === 'Hello Ada'

  test('a text that is normalised in the same task', async ({ visit }) => {
    const page = await visit(personal)
    await page.until(isPersonal)
    await page.run(() => {
      document.querySelector('h1')?.append(' and more')
      document.querySelector('h1')?.normalize()
    })
    await page.until(isPersonal)
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe('Own and more')
  })

  test.for(['', 'main.__reactContainer$x = {}'])(
    'a text that is normalised behind HTML: %s',
    async (mark, { visit }) => {
      const page = await visit({
        body: `<main><p>Note <i>it</i></p></main><script>const main = document.querySelector('main');${mark}</script>`,
        content: [{ selector: 'p', type: 'html', payload: '<i>Note</i>, Ada' }],
      })
      await page.until(() => document.querySelector('p')?.innerText === 'Note, Ada')
      await page.run(() => {
        document.querySelector('p')?.append(' and more')
        document.querySelector('p')?.normalize()
      })
      await page.until(() => document.querySelector('p')?.innerText === 'Note, Ada')
      await page.run(() => motif.stop())
      expect(await page.run(() => document.querySelector('p')?.innerHTML)).toBe('Note <i>it</i> and more')
    },
  )

  test('a sign that an observer appends whenever it is missing', async ({ visit }) => {
    const page = await visit({
      ...personal,
      afterTag: `<script>
        addEventListener('DOMContentLoaded', () => {
          const text = document.querySelector('h1').firstChild
          new MutationObserver(() => text.data.endsWith('™') || text.appendData('™')).observe(text, { characterData: true })
        })
      </script>`,
    })
    await page.until(() => document.querySelector('h1')?.textContent?.endsWith('™'))
    await page.run(() => motif.stop())
    await page.until(() => document.querySelector('h1')?.textContent === 'Own™')
  })
})

test('stop() in the task in which the page normalised gives it back', async ({ visit }) => {
  const page = await visit(scenario)
  await page.until(isApplied)
  await page.run(() => {
    document.body.normalize()
    motif.stop()
  })
  await expectOwnPage(page)
})

test("stop() takes HTML out from beside a framework's own, though a text of it was normalised away", async ({
  visit,
}) => {
  const page = await visit({
    body: `<p class="note">Note <i>it</i></p>
      <script>document.querySelector('.note').__reactFiber$x = {}</script>`,
    content: [
      { selector: '.note', type: 'html', payload: '<b>For</b> Ada alone' },
      { selector: '.cta', type: 'text', payload: 'Begin' },
    ],
  })
  await page.until(() => document.querySelector('.note b') !== null)
  await page.run(() => document.querySelector('.note')?.classList.add('cta'))
  await page.until(() => document.querySelector('.note b')?.textContent === 'Begin')
  await page.run(() => document.body.normalize())
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('.note')?.innerHTML)).toBe('Note <i>it</i>')
})

test("a text that was normalised away before another item's HTML came is given back", async ({ visit }) => {
  const come = Promise.withResolvers<void>()
  const page = await visit({
    body: `<p class="note">Note <i>it</i></p>
      <script>document.querySelector('.note').__reactFiber$x = {}</script>`,
    content: [
      { selector: '.note', type: 'text', payload: 'For Ada' },
      { selector: '.note', type: 'html', payload: '<b>For</b> Ada alone' },
    ],
    files: { only: '/html-', after: come.promise },
    waitUntil: 'none',
  })
  await page.until(() => document.querySelector('.note')?.textContent === 'For Ada')
  await page.run(() => document.body.normalize())
  come.resolve()
  await page.until(() => document.querySelector('.note b') !== null)
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('.note')?.innerHTML)).toBe('Note <i>it</i>')
})

test("what the page appends to another item's HTML stays behind its own words", async ({ visit }) => {
  const come = Promise.withResolvers<void>()
  const page = await visit({
    body: '<p>Note <i>it</i> well</p>',
    content: [
      { selector: 'p', type: 'text', payload: 'For Ada' },
      { selector: 'p', type: 'html', payload: '<b>For</b> Ada alone' },
    ],
    files: { only: '/html-', after: come.promise },
    waitUntil: 'none',
  })
  await page.until(() => document.querySelector('p')?.textContent === 'For Ada')
  come.resolve()
  await page.until(() => document.querySelector('p b') !== null)
  await page.run(() => document.querySelector('p')?.append(' and more'))
  await page.until(() => document.querySelector('p')?.innerText === 'For Ada alone')
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('p')?.innerHTML)).toBe('Note <i>it</i> well and more')
})

test('stop() in the task in which the page wrote keeps what it wrote', async ({ visit }) => {
  const page = await visit({ ...scenario, content: scenario.content?.slice(0, 4) ?? [] })
  await page.until(() => document.querySelector('.lead em') !== null)
  await page.run(() => {
    const [h1, lead, link] = ['h1', '.lead', '.cta'].map((name) => document.querySelector(name) as Element)
    if (h1) h1.textContent = 'Mine'
    if (lead) lead.innerHTML = '<u>Mine</u>'
    link?.setAttribute('href', '/mine')
    motif.stop()
  })
  expect(await page.text('h1')).toBe('Mine')
  expect(await page.run(() => document.querySelector('.lead')?.innerHTML)).toBe('<u>Mine</u>')
  expect(await page.run(() => document.querySelector('.cta')?.getAttribute('href'))).toBe('/mine')
})
