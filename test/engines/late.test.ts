import { expect } from 'vitest'
import { watchPaints } from '../support/paints.ts'
import { test } from '../support/visit.ts'

test('an element that comes later is changed before it is painted', async ({ visit }) => {
  const page = await visit({
    before: watchPaints('#late h1'),
    body: '<h2>A</h2><main></main>',
    content: [
      { selector: 'h2', type: 'text', payload: 'here' },
      { selector: '#late h1', type: 'text', payload: 'Hello Ada' },
    ],
  })
  await page.until(() => document.querySelector('h2')?.textContent === 'here' && window.paints.length === 1)
  // In a task of the page's own: WebKit's driver ends its own tasks without running the observers.
  await page.run(() => {
    setTimeout(() => {
      const late = document.createElement('section')
      late.id = 'late'
      late.innerHTML = '<div><h1>Welcome</h1></div>'
      document.querySelector('main')?.append(late)
    })
  })
  await page.until(() => window.paints.includes('Hello Ada'))
  expect(await page.run(() => window.paints)).toEqual(['', 'Hello Ada'])
})

test('what the parser reads after a slow script is changed before it is painted', async ({ visit }) => {
  const slow = Promise.withResolvers<void>()
  const page = await visit({
    before: watchPaints('h1'),
    waitUntil: 'none',
    // WebKit runs no async script while its parser waits for another, so this one is not async.
    tag: 'none',
    head: '<script src="{{motif}}/snippet.js"></script>',
    assets: { '/slow.js': { body: '', after: slow.promise } },
    body: '<p>First</p><script src="/slow.js"></script><h1>Welcome</h1>',
    content: ['p', 'h1'].map((selector) => ({ selector, type: 'text', payload: 'Hello Ada' })),
  })
  await page.until(() => document.querySelector('p')?.textContent === 'Hello Ada')
  slow.resolve()
  await page.until(() => window.paints.includes('Hello Ada'))
  expect(await page.run(() => window.paints)).not.toContain('Welcome')
})

test('an item without a match is missing 5 s after load, and applied when it matches', async ({ visit }) => {
  const page = await visit({
    body: '<h1>Welcome</h1>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello' },
      { selector: 'h2', type: 'text', payload: 'Late' },
    ],
  })
  expect(await page.run(() => motif.ready)).toEqual({
    applied: [0],
    missing: [],
    refused: [],
    contested: [],
  })
  await expect.poll(() => page.batches.findLast(({ report }) => report)?.report?.missing).toEqual([1])
  await page.run(() => document.body.append(document.createElement('h2')))
  await page.until(() => document.querySelector('h2')?.textContent === 'Late')
  await page.run(() => motif.stop())
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied: [0, 1], missing: [] })
})
