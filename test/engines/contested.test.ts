import { expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { test } from '../support/visit.ts'

const content = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'h2', type: 'text', payload: 'Peace' },
] as const

declare global {
  interface Window {
    writes: number
  }
}

test('a page that rewrites from its own observer is let win, and goes on answering', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Mine</h1><h2>B</h2>',
    content: [...content],
    before: () => {
      window.writes = 0
      new MutationObserver(() => {
        const h1 = document.querySelector('h1')
        if (!h1 || h1.textContent === 'Mine') return
        window.writes++
        h1.textContent = 'Mine'
      }).observe(document, { childList: true, characterData: true, subtree: true })
    },
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.run(waitForFrames, 30)
  const writes = await page.run(() => window.writes)
  await page.run(waitForFrames, 30)
  expect(await page.run(() => window.writes)).toBe(writes)
  expect(writes).toBeLessThan(100)
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Mine')
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [1], contested: [0] })
  expect(await page.complaints()).toEqual([])
})

test('a page that fights over an attribute and one that fights over HTML are let win too', async ({
  visit,
}) => {
  const page = await visit({
    body: '<a href="/mine">A</a><div>Mine</div><img src="data:," alt="x"><h2>B</h2>',
    content: [
      { selector: 'a', type: 'href', payload: '/new' },
      { selector: 'div', type: 'html', payload: '<b>New</b>' },
      { selector: 'img', type: 'src', payload: '/new.svg' },
      { selector: 'h2', type: 'text', payload: 'Peace' },
    ],
    assets: { '/new.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
    before: () => {
      new MutationObserver(() => {
        const [a, div, img] = ['a', 'div', 'img'].map((name) => document.querySelector(name))
        if (a && a.getAttribute('href') !== '/mine') a.setAttribute('href', '/mine')
        if (div && div.textContent !== 'Mine') div.textContent = 'Mine'
        if (img && img.getAttribute('src') !== 'data:,') img.setAttribute('src', 'data:,')
      }).observe(document, { childList: true, characterData: true, subtree: true, attributes: true })
    },
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
  await page.run(waitForFrames, 60)
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [3], contested: [0, 1, 2] })
})

test('a page that renders again now and then is not contested', async ({ visit }) => {
  const page = await visit({ body: '<h1>Mine</h1><h2>B</h2>', content: [...content] })
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  for (let render = 0; render < 5; render++) {
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(() => {
      const h1 = document.querySelector('h1')
      if (h1) h1.textContent = 'Mine'
    })
  }
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], contested: [] })
})
