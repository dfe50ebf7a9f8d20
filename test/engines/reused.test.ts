import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { test, type Visit } from '../support/visit.ts'

// React without keys, and morphdom, make another element of one that is there: they set its attributes and its words.

const body = `<main>
  <h1 class="hero">Welcome</h1>
  <h2 id="lead">For <b>everybody</b></h2>
  <a class="cta" href="/book">Book</a>
  <div class="box"><i>Old</i></div>
</main>`

const content: ContentItem[] = [
  { selector: 'h1.hero', type: 'text', payload: 'Hello Ada' },
  { selector: '#lead', type: 'text', payload: 'Made for Lovelace Ltd' },
  { selector: '.cta', type: 'href', payload: '/ada' },
  { selector: '.box', type: 'html', payload: '<b>New</b>' },
]

const personal = ['Hello Ada', 'Made for Lovelace Ltd', '/ada', 'New']

/** What the four targets say. */
function said() {
  const [h1, h2, a, box] = document.querySelector('main')?.children ?? []
  return [h1?.textContent, h2?.textContent, a?.getAttribute('href'), box?.textContent].join()
}

/** Makes four other elements of the targets, as a framework does that keeps its nodes. */
function reuse() {
  const [h1, h2, a, box] = document.querySelector('main')?.children ?? []
  for (const [element, name] of [
    [h1, 'about'],
    [a, 'nav'],
    [box, 'note'],
  ] as const)
    element?.setAttribute('class', name)
  h2?.setAttribute('id', 'team')
  if (h1?.firstChild) h1.firstChild.nodeValue = 'About us'
  if (h2) h2.innerHTML = 'Our <b>team</b>'
  a?.setAttribute('href', '/about')
  if (box) box.textContent = 'Since 1843'
}

/** Waits until the targets say this. */
const saying = (page: Visit, text: string) => expect.poll(() => page.run(said)).toBe(text)

const reused = ['About us', 'Our team', '/about', 'Since 1843'].join()

test('an element of which the page makes another one says what the page says', async ({ visit }) => {
  const page = await visit({ body: `<p>P</p>${body}`, content })
  await saying(page, personal.join())
  await page.run(reuse)
  await saying(page, reused)
  // It stays so, whatever else the page does.
  await page.run(() => document.querySelector('p')?.append('!'))
  await page.run(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(await page.run(said)).toBe(reused)
  await page.run(() => motif.stop())
  expect(await page.run(said)).toBe(reused)
  expect(await page.complaints()).toEqual([])
})

test('it is personal again when the page makes the target of it again', async ({ visit }) => {
  const page = await visit({ body, content })
  await saying(page, personal.join())
  await page.run(reuse)
  await saying(page, reused)
  await page.run((html) => {
    const [h1, h2, a, box] = document.querySelector('main')?.children ?? []
    h1?.setAttribute('class', 'hero')
    h2?.setAttribute('id', 'lead')
    a?.setAttribute('class', 'cta')
    box?.setAttribute('class', 'box')
    if (h1?.firstChild) h1.firstChild.nodeValue = 'Welcome'
    if (h2) h2.innerHTML = 'For <b>everybody</b>'
    a?.setAttribute('href', '/book')
    if (box) box.innerHTML = html
  }, '<i>Old</i>')
  await saying(page, personal.join())
  await page.run(() => motif.stop())
  expect(await page.run(said)).toBe('Welcome,For everybody,/book,Old')
})

test('an element of which the page makes another one before the file follow has come', async ({ visit }) => {
  const late = Promise.withResolvers<void>()
  const page = await visit({
    body,
    content: content.slice(0, 3),
    files: { only: '/follow-', after: late.promise },
    waitUntil: 'none',
  })
  await saying(page, [...personal.slice(0, 3), 'Old'].join())
  await page.run(reuse)
  late.resolve()
  await saying(page, reused)
})

test('another item may have the element then', async ({ visit }) => {
  const page = await visit({
    body,
    content: [{ selector: 'h1.about', type: 'text', payload: 'About Ada' }, ...content],
  })
  await saying(page, personal.join())
  await page.run(reuse)
  await saying(page, ['About Ada', 'Our team', '/about', 'Since 1843'].join())
  await page.run(() => motif.stop())
  expect(await page.run(said)).toBe(reused)
})

test.for([
  { page: 'only gives another class', write: () => {}, shows: 'Hello Ada' },
  {
    page: 'gives its own words again',
    write: (h1: Element) => h1.replaceChildren('Welcome'),
    shows: 'Hello Ada',
  },
  {
    page: 'gives the personal words in capitals',
    write: (h1: Element) => h1.replaceChildren('HELLO ADA'),
    shows: 'HELLO ADA',
  },
  {
    page: 'gives a letter of the personal words after the other',
    write: (h1: Element) => h1.replaceChildren('Hel'),
    shows: 'Hel',
  },
])('a target that the page $page stays personal', async ({ write, shows }, { visit }) => {
  const page = await visit({ body, content })
  await saying(page, personal.join())
  await page.run((source) => {
    const h1 = document.querySelector('h1')
    h1?.setAttribute('class', 'shown')
    if (h1) new Function('h1', `(${source})(h1)`)(h1)
  }, `${write}`)
  await page.until((text) => document.querySelector('h1')?.textContent === text, shows)
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Welcome')
})

test('a target that the selector still stands for stays personal, whatever the page writes', async ({
  visit,
}) => {
  const page = await visit({ body, content })
  await saying(page, personal.join())
  await page.run(() => {
    const h1 = document.querySelector('h1')
    h1?.setAttribute('class', 'hero shown')
    h1?.replaceChildren('Welcome back')
  })
  await saying(page, personal.join())
})

test('a short text beside what else is in its target stays personal when only the class changes', async ({
  visit,
}) => {
  const page = await visit({
    body: '<h1 class="hero">Hello <b>Launch</b></h1>',
    content: [
      { selector: '.hero', type: 'text', payload: 'Ada' },
      { selector: 'b', type: 'text', payload: 'Bob' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'AdaBob')
  await page.run(() => document.querySelector('h1')?.setAttribute('class', 'shown'))
  await page.run(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(await page.text('h1')).toBe('AdaBob')
})

test('what the page puts beside short words does not make another element of their target', async ({
  visit,
}) => {
  const page = await visit({
    body: '<h1 class="hero">Welcome</h1><div class="box"><i>Old</i></div>',
    content: [
      { selector: '.hero', type: 'text', payload: 'Ada' },
      { selector: '.box', type: 'html', payload: '<b>New</b>' },
    ],
  })
  const says = (text: string) => document.body.innerText.replace(/\s/g, '') === text
  await page.until(says, 'AdaNew')
  await page.run(() => {
    const [h1, box] = document.querySelectorAll('h1,div')
    h1?.setAttribute('class', 'shown')
    box?.setAttribute('class', 'shown')
    if (h1?.firstChild) h1.firstChild.nodeValue += ' (2)'
    box?.append('?')
  })
  await page.run(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(await page.text('h1')).toContain('Ada')
  expect(await page.text('.shown b')).toBe('New')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Welcome (2)')
  expect(await page.text('div')).toBe('Old?')
})
