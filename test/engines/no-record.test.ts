import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { noteListening } from '../support/listening.ts'
import { tags } from '../support/tag.ts'
import { test } from '../support/visit.ts'

const empty = { applied: [], missing: [], refused: [], contested: [] }

describe.each(tags)('with the %s tag', (tag) => {
  test.for([
    ['is not there', { status: 404 }],
    ['fails', { status: 500 }],
    ['is garbage', { says: '<html>' }],
  ] as const)('a record that %s leaves no listener and no observer', async ([, record], { visit }) => {
    const page = await visit({
      tag,
      before: noteListening,
      record,
      attributes: { 'data-hide': 'h1', 'data-timeout': '300' },
      body: '<h1>Welcome</h1>',
    })
    await page.until(() => window.motif?.ready)
    expect(await page.run(() => motif.ready)).toEqual(empty)
    await page.until(() => document.readyState === 'complete')
    await page.run(waitForFrames, 30)
    await page.click('h1')
    expect(await page.run(() => [...window.listening.values()])).toEqual([])
    expect(page.batches).toEqual([])
    expect(await page.complaints()).toEqual([])
  })

  test('stop() leaves no listener and no observer', async ({ visit }) => {
    const page = await visit({
      tag,
      before: noteListening,
      body: '<h1>Welcome</h1>',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
      analytics: [
        { id: 'seen', selector: 'h1', type: 'view' },
        { id: 'read', selector: 'h1', type: 'duration' },
        { id: 'clicked', selector: 'h1', type: 'click' },
      ],
    })
    await expect.poll(() => page.batches.length).toBeGreaterThan(0)
    await page.run(() => motif.stop())
    await page.run(waitForFrames, 30)
    expect(await page.run(() => [...window.listening.values()])).toEqual([])
  })
})
