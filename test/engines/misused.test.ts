import { expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test } from '../support/visit.ts'

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'hero', selector: 'h1', type: 'view' }],
}
const isApplied = () => document.querySelector('h1')?.textContent === 'Hello Ada'

test.for([
  ['nothing', null],
  ['an undefined host', { host: undefined }],
  ['a host that is no text', { host: 5 }],
])('start with %s throws nothing into the page', async ([, options], { visit }) => {
  const page = await visit({ ...hello, query: () => '' })
  await page.until(() => typeof window.motif?.start === 'function')
  await page.run((given) => {
    motif.start(given as never)
    motif.start({ host: undefined as never })
    motif.stop()
  }, options)
  expect(await page.text('h1')).toBe('Welcome')
  expect(await page.complaints()).toEqual([])
})

test('a start that says no host keeps that of the tag', async ({ visit }) => {
  const page = await visit({ ...hello, query: () => '' })
  await page.until(() => typeof window.motif?.start === 'function')
  await page.run((pattern) => motif.start({ pattern, host: undefined as never }), page.pattern)
  await page.until(isApplied)
  expect(await page.complaints()).toEqual([])
})

test('only true is consent', async ({ visit }) => {
  const page = await visit({ ...hello, attributes: { 'data-consent': 'required' } })
  await page.until(isApplied)
  await page.run(() => motif.consent('denied' as never))
  // What would measure has come, and had its turn.
  await expect.poll(() => page.requests.some(({ path }) => path.startsWith('/track-'))).toBe(true)
  await page.run(waitForFrames, 10)
  await page.run(() => motif.stop())
  expect(page.batches).toEqual([])
  expect(page.requests.filter(({ path }) => path === '/e')).toEqual([])
})
