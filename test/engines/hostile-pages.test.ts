import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { addToPrototypes, formOf, forms } from '../support/fault-pages.ts'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }

const body = `<h1>Welcome, <b>friend</b></h1><p>Lead <i>old</i></p><a href="/old">A</a>
  <picture><source srcset="/old.svg"><img src="/old.svg" alt=""></picture>`
const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'p', type: 'html', payload: 'For <em>Acme</em>' },
  { selector: 'a', type: 'href', payload: '/new' },
  { selector: 'img', type: 'src', payload: '/new.svg' },
  { selector: 'ul li:first-child', type: 'text', payload: 'First, Ada' },
]
const scenario: Scenario = {
  body,
  content,
  assets: { '/old.svg': svg, '/new.svg': svg },
  afterTag: `<script>
    addEventListener('DOMContentLoaded', () => { ownPage = document.querySelector('body').outerHTML })
  </script>`,
  record: { delayMs: 300 },
  analytics: [{ id: 'seen', selector: 'h1', type: 'view' }],
}

declare global {
  interface Window {
    ownPage: string
  }
}

/** All is applied, before and after a change of the page; a view is counted; `stop()` gives the page back. */
async function expectAllWorks(page: Visit) {
  await page.until(
    () => document.querySelector('p em') && document.querySelector('h1')?.textContent === 'Hello Ada',
  )
  await page.run(() => {
    setTimeout(() => {
      const list = document.createElement('ul')
      list.innerHTML = '<li>One</li>'
      document.querySelector('body')?.append(list)
    })
  })
  await page.until(() => document.querySelector('li')?.textContent === 'First, Ada')
  await page.until(() => document.querySelector('img')?.getAttribute('src') === '/new.svg')
  expect(await page.run(() => document.querySelector('a')?.getAttribute('href'))).toBe('/new')
  await expect.poll(() => page.batches.flatMap(({ events }) => events).length).toBe(1)
  await page.run(() => {
    motif.stop()
    document.querySelector('ul')?.remove()
  })
  expect(await page.run(() => document.querySelector('body')?.outerHTML)).toBe(
    await page.run(() => window.ownPage),
  )
  expect(await page.complaints()).toEqual([])
}

/** WebKit's driver cannot speak with such a page: there all is as it was once Motif has told of its work. */
function takeBackWhenApplied() {
  document.addEventListener('motif:applied', () => {
    for (const prototype of [Object.prototype, Array.prototype])
      for (const name of Object.keys(prototype)) Reflect.deleteProperty(prototype, name)
  })
}

test.for(['snippet', 'inline'] as const)(
  'a page that adds to the prototypes of objects and lists is personalised, by the %s tag',
  async (tag, { visit, engine }) => {
    const after = engine === 'webkit' ? `(${takeBackWhenApplied})()` : ''
    const before = `(${addToPrototypes})();${after}`
    await expectAllWorks(await visit({ ...scenario, tag, before, attributes: { 'data-hide': 'h1' } }))
  },
)

describe('a form with fields of any name: ', () => {
  test.for(forms)('form %s, fields %s', async ([name, fields], { visit }) => {
    await expectAllWorks(await visit({ ...scenario, body: formOf(name, fields)(body) }))
  })
})

test.for(forms)(
  'a form %s with fields %s that the page clones, and makes anew',
  async ([name, fields], { visit }) => {
    const form = formOf(name, fields)
    const page = await visit({
      body: `<main>${form('<h2>Own</h2>')}</main>`,
      content: [{ selector: 'main h2', type: 'text', payload: 'Hello Ada' }],
    })
    const words = () =>
      page.run(() => [...document.querySelectorAll('h2')].map(({ textContent }) => textContent))
    await expect.poll(words).toEqual(['Hello Ada'])
    // The file that keeps them has come.
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    await page.run(() => {
      const main = document.querySelector('main') as Element
      const own = document.querySelector('main > form') as Element
      main.append(Node.prototype.cloneNode.call(own, true))
    })
    await page.run(waitForFrames, 3)
    expect(await words()).toEqual(['Hello Ada', 'Hello Ada'])
    await page.run((html) => {
      const main = document.querySelector('main') as Element
      main.innerHTML = html
    }, form('<h2>Own again</h2>'))
    await expect.poll(words).toEqual(['Hello Ada'])
    await page.run(() => motif.stop())
    expect(await words()).toEqual(['Own again'])
    expect(await page.complaints()).toEqual([])
  },
)

test('a form that is a target itself says its own words after stop(), whatever its field is called', async ({
  visit,
}) => {
  const own = '<form><h2>Own</h2><p>two</p><input name="contains"></form>'
  const page = await visit({
    body: `<main>${own}</main>`,
    content: [{ selector: 'main form', type: 'text', payload: 'Hello Ada' }],
  })
  await expect.poll(() => page.text('h2')).toBe('Hello Ada')
  await page.run(() => motif.ready)
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
})

describe('a picture in a shadow root', () => {
  const inRoot = '<template shadowrootmode="open"><img src="/own.svg" alt=""><slot></slot></template>'

  test('whose host is a target of every kind', async ({ visit }) => {
    const kinds: ContentItem[] = [
      { selector: '#text', type: 'text', payload: 'Hello' },
      { selector: '#html', type: 'html', payload: '<b>Hello</b>' },
      { selector: '#text', type: 'src', payload: '/new.svg' },
      { selector: '#text', type: 'href', payload: '/new' },
    ]
    const page = await visit({
      ...scenario,
      body: `${body}<div id="text">${inRoot}Old</div><div id="html">${inRoot}Old</div>`,
      content: [...content, ...kinds],
      assets: { ...scenario.assets, '/own.svg': svg },
    })
    await page.until(() => document.querySelector('#html b') !== null)
    expect(await page.text('#text')).toBe('Hello')
    expect(
      await page.run(() => document.querySelector('#text')?.shadowRoot?.querySelector('img')?.src),
    ).toContain('/own.svg')
    await expectAllWorks(page)
  })

  test('that the page puts there later', async ({ visit }) => {
    const page = await visit({ ...scenario, body: `${body}<section></section>` })
    await page.until(() => document.querySelector('img')?.getAttribute('src') === '/new.svg')
    await page.run(() => {
      const move = () => {
        const root = (document.querySelector('section') as Element).attachShadow({ mode: 'open' })
        root.append(document.querySelector('img') as Element, document.createElement('img'))
        const beside = document.createElement('div')
        beside.attachShadow({ mode: 'open' }).innerHTML = '<img src="/old.svg" alt=""><h1>Old</h1>'
        document.querySelector('body')?.append(beside, document.createElement('h1'))
      }
      setTimeout(move)
    })
    await page.until(() => document.querySelectorAll('h1')[1]?.textContent === 'Hello Ada')
    await page.run(() => motif.stop())
    const moved = () =>
      document.querySelector('section')?.shadowRoot?.querySelector('img')?.getAttribute('src')
    expect(await page.run(moved)).toBe('/old.svg')
    expect(await page.complaints()).toEqual([])
  })
})
