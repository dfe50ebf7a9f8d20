import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { test } from '../support/visit.ts'

/** How pages take a headline apart for an animation: in place, the way that well-known libraries do it. */
const splits: Record<string, (h1: Element) => void> = {
  'into letters': (h1) => {
    const text = h1.textContent ?? ''
    h1.innerHTML = ''
    for (const letter of text) {
      const span = document.createElement('span')
      span.textContent = letter
      h1.append(span)
    }
  },
  'into letters, by its markup': (h1) => {
    h1.innerHTML = [...(h1.textContent ?? '')].map((letter) => `<span>${letter}</span>`).join('')
  },
  'into words with blanks between': (h1) => {
    h1.innerHTML = (h1.textContent ?? '')
      .split(' ')
      .map((word) => `<span>${word}</span>`)
      .join(' ')
  },
  'into letters in words': (h1) => {
    const letters = (word: string) => [...word].map((letter) => `<i>${letter}</i>`).join('')
    h1.innerHTML = (h1.textContent ?? '')
      .split(' ')
      .map((word) => `<span>${letters(word)}</span>`)
      .join(' ')
    h1.setAttribute('aria-label', 'A headline')
  },
}

describe.each(Object.entries(splits))('a headline that the page splits %s', (_, split) => {
  test('when it is personal keeps its pieces, and stop() gives the page’s own words back', async ({
    visit,
  }) => {
    const page = await visit({
      body: '<h1>Welcome to our launch</h1><h2>B</h2>',
      content: [
        { selector: 'h1', type: 'text', payload: 'Hello Ada, this is yours' },
        { selector: 'h2', type: 'text', payload: 'Peace' },
      ],
    })
    await page.until(() => document.querySelector('h2')?.textContent === 'Peace')
    await page.evaluate(`void setTimeout(() => (${split})(document.querySelector('h1')))`)
    await page.until(() => document.querySelector('h1 span') !== null)
    const pieces = () =>
      [...document.querySelectorAll('h1 span')].map(({ textContent }) => textContent).filter(Boolean)
    const before = await page.run(pieces)
    expect(before.length).toBeGreaterThan(4)
    await page.run(waitForFrames, 10)
    expect(await page.run(pieces)).toEqual(before)
    expect(await page.text('h1')).toBe('Hello Ada, this is yours')
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe('Welcome to our launch')
    await expect
      .poll(() => page.batches.findLast(({ report }) => report)?.report)
      .toMatchObject({ applied: [0, 1], contested: [] })
    expect(await page.complaints()).toEqual([])
  })

  test('before it is personal reads right, and is given back exactly', async ({ visit }) => {
    const page = await visit({
      record: { delayMs: 300 },
      body: '<h1>Welcome to our launch</h1>',
      afterTag: `<script>addEventListener('DOMContentLoaded', () => {
        (${split})(document.querySelector('h1'))
        own = document.querySelector('h1').outerHTML
      })</script>`,
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada, this is yours' }],
    })
    const before = await page.evaluate('own')
    await page.until(() => document.querySelector('h1')?.innerText.trim() === 'Hello Ada, this is yours')
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('h1')?.outerHTML)).toBe(before)
  })
})

const icon = '<svg width="9" height="9"></svg>'

test('the blank between a text and an icon beside it stays', async ({ visit }) => {
  const links = [`Get started ${icon}`, `${icon} Get started`, `${icon}\n Get <b>started</b>\n${icon}`]
  const page = await visit({
    body: links.map((html) => `<a href="/x">${html}</a>`).join('\n'),
    content: [{ selector: 'a', type: 'text', payload: 'Begin' }],
  })
  await page.until(() => document.querySelector('a')?.textContent?.trim() === 'Begin')
  const found = await page.run(() => [...document.querySelectorAll('a')].map(({ innerHTML }) => innerHTML))
  expect(found.slice(0, 2)).toEqual([`Begin ${icon}`, `${icon} Begin`])
  expect(found[2]?.replaceAll(icon, '|').replace(/<b>|<\/b>/g, '')).toMatch(/^\|\s+Begin\s+\|$/)
  await page.run(() => motif.stop())
  expect(await page.run(() => [...document.querySelectorAll('a')].map(({ innerHTML }) => innerHTML))).toEqual(
    links,
  )
})
