import { expect } from 'vitest'
import { watchPaints } from '../support/paints.ts'
import { test } from '../support/visit.ts'

const body = (id: string) => `<div id="${id}"><h1>Own headline</h1><img src="/slow.svg" alt="Slow"></div>`
const content = [{ selector: 'h1', type: 'text' as const, payload: 'Hello Ada' }]
const isPersonalised = () =>
  document.querySelector('h1')?.textContent === 'Hello Ada' && window.paints.includes('Hello Ada')

test.for(['app', 'root', 'whatsapp', 'chat-root', '__main'])(
  'a plain page in #%s is personalised at once, and does not wait for its pictures',
  async (id, { visit }) => {
    const picture = Promise.withResolvers<void>()
    const page = await visit({
      before: watchPaints('h1'),
      tag: 'inline',
      attributes: { 'data-hide': 'h1' },
      waitUntil: 'none',
      body: body(id),
      content,
      assets: { '/slow.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', after: picture.promise } },
    })
    await page.until(isPersonalised)
    expect(await page.run(() => document.readyState)).not.toBe('complete')
    expect(await page.run(() => window.paints)).not.toContain('Own headline')
    picture.resolve()
    expect(await page.complaints()).toEqual([])
  },
)

test.for([
  { what: 'a script that counts visits', tag: '<script async src="{{motif}}/counts.js"></script>' },
  { what: 'a frame', tag: '<iframe src="/slow.svg"></iframe>' },
  {
    what: 'a style that is not for this screen',
    tag: '<link rel="stylesheet" media="print" href="/slow.svg">',
  },
])('nor for $what', async ({ tag }, { visit }) => {
  const picture = Promise.withResolvers<void>()
  const page = await visit({
    before: watchPaints('h1'),
    tag: 'inline',
    attributes: { 'data-hide': 'h1' },
    waitUntil: 'none',
    body: `${body('app')}${tag}`,
    content,
    assets: { '/slow.svg': { body: '', type: 'text/plain', after: picture.promise } },
  })
  await page.until(isPersonalised)
  expect(await page.run(() => window.paints)).not.toContain('Own headline')
  picture.resolve()
})
