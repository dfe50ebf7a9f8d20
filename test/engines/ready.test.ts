import { describe, expect } from 'vitest'
import { tags } from '../support/tag.ts'
import { test } from '../support/visit.ts'

declare global {
  interface Window {
    notes: unknown[]
  }
}

const empty = { applied: [], missing: [], refused: [], contested: [] }

/** Notes in `window.notes` how far the page was when `ready` answered. */
function noteReady() {
  window.notes = []
  const timer = setInterval(() => {
    if (!window.motif?.ready) return
    clearInterval(timer)
    window.motif.ready.then(() => window.notes.push(document.readyState))
  })
}

describe.each(tags)('with the %s tag', (tag) => {
  test('ready does not answer before the page is parsed, without a pattern', async ({ visit }) => {
    const slow = Promise.withResolvers<void>()
    const page = await visit({
      tag,
      query: () => '',
      waitUntil: 'none',
      before: noteReady,
      body: '<h1>Welcome</h1><script src="/slow.js"></script>',
      assets: { '/slow.js': { body: '', after: slow.promise } },
    })
    // Time enough to answer wrongly.
    await page.until(() => performance.now() > 1500)
    expect(await page.run(() => window.notes)).toEqual([])
    slow.resolve()
    await page.until(() => window.notes.length > 0)
    expect(await page.run(() => window.notes)).not.toContain('loading')
    expect(await page.run(() => motif.ready)).toEqual(empty)
  })

  test('ready answers where frames do not run, as in a tab behind others', async ({ visit }) => {
    const page = await visit({
      tag,
      before: () => {
        // No frames: https://github.com/react/react/pull/13091. And a slow machine: a pass takes longer than a frame may.
        window.requestAnimationFrame = () => 1
        const find = Document.prototype.querySelectorAll
        Document.prototype.querySelectorAll = function (selector: string) {
          for (const began = performance.now(); performance.now() < began + 5; );
          return find.call(this, selector)
        }
      },
      attributes: { 'data-hide': 'h1' },
      body: '<h1>Welcome</h1><h2>Second</h2>',
      content: [
        { selector: 'h1', type: 'text', payload: 'Hello Ada' },
        { selector: 'h2', type: 'html', payload: '<b>For</b> Ada' },
      ],
    })
    await page.until(() => document.querySelector('h2')?.textContent === 'For Ada')
    const report = await page.until(() => motif.ready)
    expect(report).toEqual({ ...empty, applied: [0, 1] })
    // What comes later waits for no frame either.
    await page.run(() => void setTimeout(() => document.body.append(document.createElement('h1'))))
    await page.until(() => document.querySelectorAll('h1')[1]?.textContent === 'Hello Ada')
  })
})
