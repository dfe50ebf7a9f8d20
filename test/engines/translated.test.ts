import { expect } from 'vitest'
import { test, type Visit } from '../support/visit.ts'

/** What Chromium does to each text of a page that somebody has translated. */
const translate = (page: Visit, words: Record<string, string>) =>
  page.run((dictionary) => {
    document.documentElement.classList.add('translated-ltr')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts.filter(
      ({ data, parentElement }) => data.trim() && parentElement?.localName !== 'script',
    )) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = dictionary[text.data] ?? `(${text.data})`
      outer.append(inner)
      text.replaceWith(outer)
      Object.assign(outer, { former: text })
    }
  }, words)

/** "Show original": the browser's own texts come back. */
const showOriginal = (page: Visit) =>
  page.run(() => {
    for (const element of document.querySelectorAll('font:has(> font)'))
      element.replaceWith((element as unknown as { former: Text }).former)
    document.documentElement.classList.remove('translated-ltr')
  })

const body = '<h1>Welcome</h1><p>To all</p>'
const content = [
  { selector: 'h1', type: 'text' as const, payload: 'Hello Acme' },
  { selector: 'p', type: 'text' as const, payload: 'To Ada' },
]
const words = (page: Visit) =>
  page.run(() => ['h1', 'p'].map((selector) => document.querySelector(selector)?.textContent))
const dictionary = { 'Hello Acme': 'Hallo Acme', 'To Ada': 'An Ada' }

test('words that the browser translates stay translated, and are applied', async ({ visit }) => {
  const page = await visit({ body, content })
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
  await translate(page, dictionary)
  // What the page does elsewhere lets Motif look at everything.
  await page.run(() => document.body.append(document.createElement('hr')))
  await page.run(() => document.querySelector('h1')?.setAttribute('class', 'large'))
  await page.run(() => undefined)
  expect(await words(page)).toEqual(['Hallo Acme', 'An Ada'])
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1], contested: [] })
})

test('"show original" brings the personal words back, in another language as well', async ({ visit }) => {
  const page = await visit({ body, content })
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
  await translate(page, dictionary)
  await showOriginal(page)
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
  await translate(page, { 'Hello Acme': 'Bonjour Acme', 'To Ada': 'À Ada' })
  expect(await words(page)).toEqual(['Bonjour Acme', 'À Ada'])
})

test('a translated page is given back in its own words, and nothing personal stays', async ({ visit }) => {
  const page = await visit({ body, content })
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
  await translate(page, dictionary)
  await page.run(() => undefined)
  await page.run(() => motif.stop())
  expect(await words(page)).toEqual(['Welcome', 'To all'])
})
