import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { waitForFrames } from '../support/frames.ts'
import { test, type Visit } from '../support/visit.ts'

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'h2', type: 'text', payload: 'Peace' },
]

/** The page gives up itself after so many writes: what would have hung it for ever is a number here. */
const whatHangs = 2000

/** The page has fought for the headline, and won after few writes; the rest of it is personalised. */
async function expectTruce(page: Visit) {
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.until(async () => {
    const before = window.writes
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    return before > 0 && window.writes === before
  })
  expect(await page.run(() => window.writes)).toBeLessThan(100)
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [1], contested: [0] })
  expect(await page.complaints()).toEqual([])
}

test('a page whose observer appends a sign to the headline wherever it is missing does not hang', async ({
  visit,
}) => {
  const page = await visit({
    body: '<h1>Old ™</h1><h2>B</h2>',
    content,
    before: `(${appendSigns})(${whatHangs})`,
  })
  await expectTruce(page)
  expect(await page.text('h1')).toMatch(/^Old ™/)
})

function appendSigns(most: number) {
  window.writes = 0
  addEventListener('DOMContentLoaded', () => {
    const h1 = document.querySelector('h1') as Element
    const observer = new MutationObserver(() => {
      if (h1.textContent?.endsWith('™')) return
      window.writes++
      if (window.writes > most) observer.disconnect()
      h1.append(' ™')
    })
    observer.observe(h1, { childList: true, characterData: true, subtree: true })
  })
}

test('a page whose observer makes the whole headline anew at once, each time, does not hang', async ({
  visit,
}) => {
  const page = await visit({
    body: '<h1>Mine</h1><h2>B</h2>',
    content,
    before: `(${makeAnew})(${whatHangs})`,
  })
  await expectTruce(page)
  expect(await page.text('h1')).toBe('Mine')
})

function makeAnew(most: number) {
  window.writes = 0
  const observer = new MutationObserver(() => {
    const h1 = document.querySelector('h1')
    if (!h1 || h1.textContent === 'Mine') return
    window.writes++
    if (window.writes > most) observer.disconnect()
    const fresh = document.createElement('h1')
    fresh.textContent = 'Mine'
    h1.replaceWith(fresh)
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
}

test('a page that rewrites every frame is let win, and goes on answering', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Mine</h1><h2>B</h2>',
    content,
    before: () => {
      window.writes = 0
      const rewrite = () => {
        const h1 = document.querySelector('h1')
        if (h1 && h1.textContent !== 'Mine') window.writes++
        if (h1) h1.textContent = 'Mine'
        requestAnimationFrame(rewrite)
      }
      requestAnimationFrame(rewrite)
    },
  })
  await expectTruce(page)
})

test('sixty prices that the page sets once each, one after another, are no contest', async ({ visit }) => {
  const page = await visit({
    body: `<h2>B</h2>${'<p class="price">…</p>'.repeat(60)}`,
    content: [
      { selector: '.price', type: 'text', payload: 'Yours for 9 €' },
      { selector: 'h2', type: 'text', payload: 'Peace' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.run(async () => {
    for (const price of document.querySelectorAll('.price')) {
      await new Promise((resolve) => setTimeout(resolve))
      price.textContent = '12 €'
    }
  })
  await page.run(waitForFrames, 5)
  expect(
    await page.run(() => [...new Set([...document.querySelectorAll('.price')].map((p) => p.textContent))]),
  ).toEqual(['Yours for 9 €'])
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], contested: [] })
  expect(
    await page.run(() => [...new Set([...document.querySelectorAll('.price')].map((p) => p.textContent))]),
  ).toEqual(['12 €'])
})

test('a target that the page replaces at once, thirty times in a row, is personalised each time', async ({
  visit,
}) => {
  const page = await visit({
    body: '<div id="slides"><p class="slide">One</p></div>',
    content: [{ selector: '.slide', type: 'text', payload: 'Hello Ada' }],
  })
  await page.until(() => document.querySelector('.slide')?.textContent === 'Hello Ada')
  const seen = await page.run(async () => {
    const texts = new Set<string | null | undefined>()
    for (let turn = 0; turn < 30; turn++) {
      const slides = document.querySelector('#slides') as Element
      slides.innerHTML = `<p class="slide">Slide ${turn}</p>`
      // Once it is painted, and so personal, the next comes.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      texts.add(document.querySelector('.slide')?.textContent)
    }
    return [...texts]
  })
  expect(seen).toEqual(['Hello Ada'])
})

test('a slide that the page makes anew seventy times is personalised each time', async ({ visit }) => {
  const page = await visit({
    body: '<h2>B</h2><div id="slides"><p class="slide">One</p></div>',
    content: [
      { selector: '.slide', type: 'text', payload: 'Hello Ada' },
      { selector: 'h2', type: 'text', payload: 'Peace' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  const seen = await page.run(async () => {
    const texts = new Set<string | null | undefined>()
    for (let turn = 0; turn < 70; turn++) {
      const slides = document.querySelector('#slides') as Element
      slides.innerHTML = `<p class="slide">Slide ${turn}</p>`
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      texts.add(document.querySelector('.slide')?.textContent)
    }
    return [...texts]
  })
  expect(seen).toEqual(['Hello Ada'])
  await page.run(() => motif.stop())
  expect(await page.text('.slide')).toBe('Slide 69')
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], contested: [] })
})

const cards: ContentItem[] = [
  { selector: '.price', type: 'text', payload: 'Yours for 9 €' },
  { selector: 'h2', type: 'text', payload: 'Peace' },
]

/** Everything that matches is personal, and the page gets back what it last had. */
async function expectPersonal(page: Visit, selector: string, personal: string, own: string) {
  const texts = () =>
    page.run((all) => [...document.querySelectorAll(all)].map((p) => p.textContent), selector)
  await page.until(
    (all, text) => [...document.querySelectorAll(all)].every(({ textContent }) => textContent === text),
    selector,
    personal,
  )
  await page.run(() => motif.stop())
  expect([...new Set(await texts())]).toEqual([own])
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], contested: [] })
}

test.for([
  ['10 ms later', 10],
  ['in a following microtask', undefined],
] as const)('sixty cards that the page renders, and again %s, are personal', async ([, ms], { visit }) => {
  const page = await visit({ body: '<h2>B</h2><div id="list"></div>', content: cards })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.run(async (pause) => {
    const list = document.querySelector('#list') as Element
    for (let time = 0; time < 2; time++) {
      list.innerHTML = '<p class="price">12 €</p>'.repeat(60)
      await (pause ? new Promise((resolve) => setTimeout(resolve, pause)) : new Promise<void>(queueMicrotask))
    }
  }, ms)
  await expectPersonal(page, '.price', 'Yours for 9 €', '12 €')
})

test.for([52, 90, 700])(
  'a countdown that is made anew each frame %i times ends personal',
  async (rounds, { visit }) => {
    const page = await visit({
      body: '<h2>B</h2><div id="box"></div>',
      content: [
        { selector: '#box h1', type: 'text', payload: 'Hello Ada' },
        { selector: 'h2', type: 'text', payload: 'Peace' },
      ],
    })
    await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
    await page.run(async (left) => {
      const box = document.querySelector('#box') as Element
      for (let n = left; n > 0; n--) {
        await new Promise(requestAnimationFrame)
        box.innerHTML = `<h1>Ends in ${n}</h1>`
      }
    }, rounds)
    await expectPersonal(page, '#box h1', 'Hello Ada', 'Ends in 1')
  },
)

test('five cards that the page renders in a thousand tasks, one right behind the other, end personal', async ({
  visit,
}) => {
  const page = await visit({ body: '<h2>B</h2><div id="list"></div>', content: cards })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.run(async () => {
    const list = document.querySelector('#list') as Element
    const { port1, port2 } = new MessageChannel()
    for (let round = 0; round < 1000; round++) {
      list.innerHTML = '<p class="price">12 €</p>'.repeat(5)
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(0)
      })
    }
  })
  await expectPersonal(page, '.price', 'Yours for 9 €', '12 €')
})
