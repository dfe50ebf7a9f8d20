import { expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { waitForFrames } from '../support/frames.ts'
import { test } from '../support/visit.ts'

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'p', type: 'html', payload: 'Made for <b>Acme</b>' },
]
const own = '<h1>Welcome</h1><p>Lead</p>'
const isApplied = () =>
  document.querySelector('h1')?.textContent === 'Hello Ada' && document.querySelector('p b') !== null

test('a plain page does not load what knows frameworks', async ({ visit }) => {
  const page = await visit({ body: `<main id="whatsapp">${own}</main>`, content })
  await page.until(isApplied)
  await page.run(waitForFrames, 10)
  expect(page.requests.filter(({ path }) => path.includes('/frameworks-'))).toEqual([])
})

test('a page to which that file does not come is personalised as a plain one', async ({ visit }) => {
  const page = await visit({ query: () => '', body: `<div id="app">${own}</div>`, content })
  await page.until(() => window.motif?.version)
  page.site.behaviour.files = { only: '/frameworks-', status: 503 }
  await page.run((pattern) => motif.start({ pattern }), page.pattern)
  await page.until(isApplied)
  expect(page.requests.filter(({ path }) => path.includes('/frameworks-'))).not.toEqual([])
  expect((await page.run(() => motif.ready)).applied).toEqual([0, 1])
})
