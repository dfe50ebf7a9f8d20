import { expect } from 'vitest'
import { test } from '../support/visit.ts'

test('links, areas and links of an SVG get the address', async ({ visit }) => {
  const page = await visit({
    body: `<a id="a" href="/old">A</a><a id="empty">A</a><map name="m"><area id="area" href="/old" alt="x"></map>
      <svg xmlns:xlink="http://www.w3.org/1999/xlink"><a id="svg" xlink:href="/old"><text y="20">A</text></a></svg>`,
    content: ['#a', '#empty', '#area', '#svg'].map((selector) => ({
      selector,
      type: 'href',
      payload: '/new?x=1#y',
    })),
  })
  await page.until(() => document.querySelector('#svg')?.getAttribute('href') === '/new?x=1#y')
  const hrefs = ['#a', '#empty', '#area'].map((id) => `${page.site.pages}/new?x=1#y${id && ''}`)
  expect(
    await page.run(() =>
      ['#a', '#empty', '#area'].map((id) => document.querySelector<HTMLAnchorElement>(id)?.href),
    ),
  ).toEqual(hrefs)
  expect(await page.run(() => document.querySelector<SVGAElement>('#svg')?.href.baseVal)).toBe('/new?x=1#y')
})

const allowed = [
  'https://example.com/a?b=c#d',
  'http://example.com/',
  'mailto:ada@example.com?subject=Hi',
  'tel:+49123',
  'sms:+49123',
  '/relative',
  'relative',
  '?query',
  '#fragment',
  '//example.com/x',
  'HTTPS://EXAMPLE.COM/',
]

test('addresses of the allowed schemes and relative ones are applied', async ({ visit }) => {
  const page = await visit({
    body: allowed.map((_, index) => `<a id="a${index}" href="/old">A</a>`).join(''),
    content: allowed.map((payload, index) => ({ selector: `#a${index}`, type: 'href', payload })),
  })
  const report = await page.run(() => motif.ready)
  expect(report.refused).toEqual([])
  expect(await page.run(() => [...document.links].map((link) => link.getAttribute('href')))).toEqual(allowed)
})

const refused = [
  'javascript:window.ran=1',
  ' JaVaScRiPt:window.ran=1',
  'java\tscript:window.ran=1',
  'java\nscript:window.ran=1',
  '\u0001javascript:window.ran=1',
  'data:text/html,<script>opener.ran=1</script>',
  'data:image/png;base64,AAAA',
  'vbscript:x',
  'blob:http://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com/',
  'filesystem:http://example.com/x',
  'view-source:http://example.com/',
  'about:blank',
  'intent://x#Intent;end',
]

test('other schemes are refused: the page keeps its own link', async ({ visit }) => {
  const page = await visit({
    body: refused.map((_, index) => `<a id="a${index}" href="/old">A</a>`).join(''),
    content: refused.map((payload, index) => ({ selector: `#a${index}`, type: 'href', payload })),
  })
  const report = await page.run(() => motif.ready)
  expect(report.refused).toEqual(refused.map((_, index) => index))
  expect(
    await page.run(() => [...document.links].every((link) => link.getAttribute('href') === '/old')),
  ).toBe(true)
})

test('an address on an element that has none is refused', async ({ visit }) => {
  const page = await visit({
    body: '<h1>A</h1><button>B</button><p>C</p>',
    content: [
      { selector: 'h1', type: 'href', payload: '/x' },
      { selector: 'button', type: 'src', payload: '/x.png' },
      { selector: 'p', type: 'text', payload: 'done' },
    ],
  })
  await page.until(() => document.querySelector('p')?.textContent === 'done')
  expect(await page.run(() => [...document.querySelectorAll('[href], button[src]')].length)).toBe(0)
  expect(await page.run(async () => (await motif.ready).applied)).toEqual([2])
})

test('a link that gets a parameter when it is pressed leads there with it', async ({ visit }) => {
  const there = { body: '<h1>There</h1>', type: 'text/html' }
  const page = await visit({
    body: '<a href="/own">Go there</a><p id="sign">On its way</p>',
    assets: { '/ada': there },
    content: [
      { selector: 'a', type: 'href', payload: '/ada?x=1' },
      { selector: '#sign', type: 'html', payload: '<b>Here</b>' },
    ],
  })
  await page.until(() => !!document.querySelector('#sign b'))
  await page.run(() =>
    document.addEventListener('mousedown', ({ target }) => {
      const link = (target as Element).closest('a')
      if (link) link.href += '&_gl=1'
    }),
  )
  await page.click('a')
  await page.until(() => document.querySelector('h1')?.textContent === 'There')
  expect(await page.run(() => location.search)).toBe('?x=1&_gl=1')
})

test('another address of the page’s own is written over, also one that differs by its parameters only', async ({
  visit,
}) => {
  const page = await visit({
    body: '<a href="/own?x=1">Go there</a><p id="sign">On its way</p>',
    content: [
      { selector: 'a', type: 'href', payload: '/own' },
      { selector: '#sign', type: 'html', payload: '<b>Here</b>' },
    ],
  })
  await page.until(() => !!document.querySelector('#sign b'))
  for (const address of ['/own?x=1', '/elsewhere', 'https://www.example.com/own']) {
    await page.run((to) => document.querySelector('a')?.setAttribute('href', to), address)
    await page.until(() => document.querySelector('a')?.getAttribute('href') === '/own')
  }
})
