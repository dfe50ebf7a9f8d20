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

/** Records of two items, and of three: then it is known that the file `follow` has come, which changes the third. */
const arrivals = {
  'before the file follow has come': { items: content, never: new Promise<void>(() => {}) },
  'after the file follow has come': {
    items: [...content, { selector: 'i', type: 'html' as const, payload: '<b>Here</b>' }],
    never: undefined,
  },
}

test.for(Object.entries(arrivals))(
  'a translated page is given back in its own words, and nothing personal stays, %s',
  async ([, { items, never }], { visit }) => {
    const page = await visit({
      body: `${body}<i>On its way</i>`,
      content: items,
      waitUntil: 'none',
      files: never ? { only: '/follow-', after: never } : {},
    })
    await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
    if (!never) await page.until(() => !!document.querySelector('i b'))
    await translate(page, dictionary)
    await page.run(() => undefined)
    await page.run(() => motif.stop())
    expect(await words(page)).toEqual(['Welcome', 'To all'])
    await showOriginal(page)
    expect(await words(page)).toEqual(['Welcome', 'To all'])
  },
)

test('what a translated page renders again is personal again', async ({ visit }) => {
  const page = await visit({ body, content })
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'To Ada'])
  await translate(page, dictionary)
  await page.run(() => {
    const title = document.querySelector('h1') as Element
    title.textContent = 'Welcome'
  })
  await expect.poll(() => words(page)).toEqual(['Hello Acme', 'An Ada'])
})

/** The page without what the browser puts around its translations, and as it is. */
const mainOf = async (page: Visit) => {
  const html = await page.run(() => document.querySelector('main')?.innerHTML)
  return html?.replaceAll(/<\/?font>/g, '')
}

test.for(Object.entries(arrivals))(
  'words around a link of which another item has the words come back to their places, %s',
  async ([, { items, never }], { visit }) => {
    const page = await visit({
      body: '<main><div>To <a href="/x">all</a> of you</div></main><i>On its way</i>',
      content: [
        ...items,
        { selector: 'main div', type: 'text', payload: 'To Ada: ' },
        { selector: 'main a', type: 'text', payload: 'Link' },
      ],
      waitUntil: 'none',
      files: never ? { only: '/follow-', after: never } : {},
    })
    await expect.poll(() => mainOf(page)).toBe('<div>To Ada: <a href="/x">Link</a></div>')
    if (!never) await page.until(() => !!document.querySelector('i b'))
    await translate(page, { 'To Ada: ': 'An Ada: ', Link: 'Verweis' })
    await page.run(() => undefined)
    expect(await mainOf(page)).toBe('<div>An Ada: <a href="/x">Verweis</a></div>')
    await page.run(() => motif.stop())
    expect(await mainOf(page)).toBe('<div>To <a href="/x">all</a> of you</div>')
  },
)

test.for([
  ['in a page', '', 'Welcome <b>all</b>'],
  // Its own words are hidden meanwhile, and the browser translates them, too.
  [
    'in what a framework owns',
    '<script>document.querySelector("main").__owner = {}</script>',
    'Welcome <b>(all)</b>',
  ],
])(
  'HTML %s stays translated, and nothing of it stays when it is given back',
  async ([, script, own], { visit }) => {
    const body = `<main>Welcome <b>all</b></main>${script}`
    const html = 'Hello <em>Acme</em>, and <em>Ada</em>'
    const page = await visit({ body, content: [{ selector: 'main', type: 'html', payload: html }] })
    await page.until(() => !!document.querySelector('main em'))
    const before = await mainOf(page)
    await translate(page, { 'Hello ': 'Hallo ', ', and ': ', und ' })
    for (let turn = 0; turn < 3; turn++) {
      await page.run((at) => document.body.setAttribute('class', `turn-${at}`), turn)
      await page.run(() => document.querySelector('main')?.setAttribute('id', 'main'))
    }
    await page.run(() => undefined)
    expect(await mainOf(page)).toContain('Hallo <em>(Acme)</em>, und <em>(Ada)</em>')
    await showOriginal(page)
    await expect.poll(() => mainOf(page)).toBe(before)
    await translate(page, { 'Hello ': 'Bonjour ', ', and ': ', et ' })
    await page.run(() => undefined)
    expect(await mainOf(page)).toContain('Bonjour <em>(Acme)</em>, et <em>(Ada)</em>')
    await page.run(() => motif.stop())
    expect(await mainOf(page)).toBe(own)
  },
)
