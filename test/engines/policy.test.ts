import { expect } from 'vitest'
import { watchPaints } from '../support/paints.ts'
import { nonce } from '../support/tag.ts'
import { test } from '../support/visit.ts'

/** `'strict-dynamic'` lets what a trusted script loads run; WebKit needs the policies of the sanitiser chunk. */
const strict = `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'`
const policies = { chromium: 'motif', firefox: 'motif', webkit: 'motif dompurify' }

test.for(['snippet', 'loader', 'inline'] as const)(
  'all works by the %s tag under a strict policy with enforced Trusted Types, and nothing violates it',
  async (tag, { visit, engine }) => {
    const page = await visit({
      tag,
      before: watchPaints('h1'),
      headers: { 'content-security-policy': `${strict}; trusted-types ${policies[engine]}` },
      attributes: tag === 'snippet' ? {} : { 'data-hide': 'h1', 'data-timeout': '8000' },
      assets: {
        '/new.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        '/frame': { body: 'framed' },
      },
      body: `<h1>Welcome</h1><a href="/old">A</a><img src="/new.svg?old"><iframe src="about:blank"></iframe>
        <div id="box">Old</div><div id="bad">Old</div>`,
      content: [
        { selector: 'h1', type: 'text', payload: 'Hello Ada' },
        { selector: 'a', type: 'href', payload: '/new' },
        { selector: 'img', type: 'src', payload: '/new.svg' },
        { selector: 'iframe', type: 'src', payload: '/frame' },
        {
          selector: '#box',
          type: 'html',
          payload: '<p class="x">New <b>one</b></p>',
        },
        { selector: '#bad', type: 'html', payload: 'Left<script>ran=1</script>' },
      ],
      analytics: [{ id: 'h', selector: 'h1', type: 'view' }],
    })
    await page.until(() => document.querySelector('#box p.x') !== null)
    expect(await page.run(() => motif.ready)).toMatchObject({
      applied: [0, 1, 2, 3, 4, 5],
      refused: [],
    })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('#box')?.innerHTML)).toBe('Old')
    const complaints = await page.complaints()
    expect(complaints.filter((complaint) => !complaint.startsWith('error: <img'))).toEqual([])
    expect(await page.run(() => 'ran' in window)).toBe(false)
  },
)

test('under Trusted Types that allow no policy the page is as it was, and revealed', async ({ visit }) => {
  const page = await visit({
    tag: 'inline',
    before: watchPaints('h1'),
    headers: { 'content-security-policy': `${strict}; trusted-types 'none'` },
    attributes: { 'data-hide': 'h1', 'data-timeout': '400' },
    body: '<h1>Welcome</h1>',
    content: [{ selector: 'h1', type: 'html', payload: '<b>Hello</b>' }],
  })
  await page.until(() => window.paints.at(-1) !== '')
  expect(await page.run(() => document.querySelector('h1')?.textContent)).not.toBe('')
})
