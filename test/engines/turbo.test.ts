import { expect } from 'vitest'
import { bundleClient } from '../support/frameworks.ts'
import { watchPaints } from '../support/paints.ts'
import { test } from '../support/visit.ts'

test('pages that Turbo puts in place of the landing page are their own, and back on it all applies again', async ({
  visit,
}) => {
  const head = '<script src="/turbo.js" data-turbo-track="reload"></script>'
  const document = (body: string) =>
    `<!doctype html><html><head><title>B</title>${head}</head><body>${body}</body></html>`
  const page = await visit({
    before: watchPaints('#second h1'),
    head,
    assets: {
      '/turbo.js': { body: await bundleClient('turbo') },
      '/second': { body: document('<main id="second"><h1>Second</h1><a href="/third">On</a></main>') },
      '/third': { body: document('<main id="third"><h2>Third</h2></main>') },
    },
    body: '<main id="first"><h1>First</h1><a href="/second">On</a></main>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: 'h2', type: 'html', payload: 'Hello <b>again</b>' },
    ],
  })
  await page.until(
    () =>
      globalThis.document.querySelector('#first h1')?.textContent === 'Hello Ada' &&
      window.paints.length === 1,
  )
  await page.click('#first a')
  await page.until(() => window.paints.includes('Second'))
  await page.click('#second a')
  await page.until(() => globalThis.document.querySelector('#third h2')?.textContent === 'Third')
  await page.back()
  await page.until(() => globalThis.document.querySelector('#second h1')?.textContent === 'Second')
  expect(await page.run(() => window.paints)).not.toContain('Hello Ada')
  await page.back()
  await page.until(() => globalThis.document.querySelector('#first h1')?.textContent === 'Hello Ada')
  await page.run(() => motif.stop())
  expect(await page.text('#first h1')).toBe('First')
  expect(await page.complaints()).toEqual([])
})

test('and so if each of them has the tag, which is one Motif', async ({ visit }) => {
  const tag = '<script async src="{{motif}}/snippet.js"></script>'
  const head = `<script src="/turbo.js"></script>`
  const second = { body: '' }
  const page = await visit({
    before: watchPaints('#second h1'),
    head,
    assets: { '/turbo.js': { body: await bundleClient('turbo') }, '/second': second },
    body: `<main id="first"><h1>First</h1><a href="/second">On</a></main>${tag}`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  })
  second.body = `<!doctype html><html><head><title>B</title>${head}</head>
    <body><main id="second"><h1>Second</h1></main>${tag.replace('{{motif}}', page.site.motif)}</body></html>`
  await page.until(() => globalThis.document.querySelector('#first h1')?.textContent === 'Hello Ada')
  await page.click('#first a')
  await page.until(() => window.paints.includes('Second'))
  await page.back()
  await page.until(() => globalThis.document.querySelector('#first h1')?.textContent === 'Hello Ada')
  await page.run(() => motif.stop())
  await page.until(() => globalThis.document.querySelector('#first h1')?.textContent === 'First')
  expect(page.requests.filter(({ path }) => path.startsWith('/p/'))).toHaveLength(1)
  expect(await page.complaints()).toEqual([])
})
