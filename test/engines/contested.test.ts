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
