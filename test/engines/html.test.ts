import { expect } from 'vitest'
import { test } from '../support/visit.ts'

const rich = `<p class="lead" data-kind="x">Made for <b>Acme</b>, <i>by</i> <em>us</em><br>and <strong>you</strong>.</p>
<ul><li>One</li><li>Two</li></ul><ol><li>Three</li></ol>
<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td colspan="2">Free</td></tr></tbody></table>
<h2>Title</h2><blockquote>Quote</blockquote><pre><code>code</code></pre>
<a href="/go" title="Go">Go</a> <a href="mailto:a@example.com">Mail</a>
<img src="/new.svg" alt="New" width="40" height="30"><span class="x">span</span><div>div</div><hr>`

test('formatting, links, lists, tables, images, classes and data attributes are kept', async ({ visit }) => {
  const page = await visit({
    body: '<div id="box">Old</div>',
    assets: { '/new.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' } },
    content: [{ selector: '#box', type: 'html', payload: rich }],
  })
  await page.until(() => document.querySelector('#box p') !== null)
  const wanted = await page.run((html) => {
    const other = new DOMParser().parseFromString(html, 'text/html')
    return other.body.innerHTML
  }, rich)
  expect(await page.run(() => document.querySelector('#box')?.innerHTML)).toBe(wanted)
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
  expect(await page.complaints()).toEqual([])
})

test('what is not allowed is lost, what is good of it stays', async ({ visit }) => {
  const page = await visit({
    body: '<div id="box">Old</div>',
    content: [
      {
        selector: '#box',
        type: 'html',
        payload: `<p id="x" name="y" style="color:red" onclick="ran=1" class="keep">Kept</p><style>p{display:none}</style>
          <script>window.ran=1</script><iframe src="/f"></iframe><form action="/x"><input name="q"></form>
          <a href="javascript:ran=1">Link</a><object data="/o"></object><embed src="/e"><!-- a comment -->`,
      },
    ],
  })
  await page.until(() => document.querySelector('#box p') !== null)
  const left = await page.run(() => {
    const all = [...(document.querySelector('#box')?.querySelectorAll('*') ?? [])]
    return all.map((element) => [element.localName, element.getAttributeNames().join(' ')])
  })
  expect(left).toEqual([
    ['p', 'class'],
    ['a', ''],
  ])
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0], refused: [] })
  expect(await page.run(() => 'ran' in window)).toBe(false)
})

test('HTML of which nothing is left is refused: the page keeps its own content', async ({ visit }) => {
  const payloads = [
    '<script>window.ran=1</script>',
    '<style>*{}</style>',
    '<iframe src="/f"></iframe>',
    '<!-- x -->',
  ]
  const page = await visit({
    body: payloads.map((_, index) => `<div id="d${index}">Old <b>one</b></div>`).join(''),
    content: payloads.map((payload, index) => ({ selector: `#d${index}`, type: 'html', payload })),
  })
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [], refused: [0, 1, 2, 3] })
  expect(
    await page.run(() =>
      [...document.querySelectorAll('div')].every((d) => d.innerHTML === 'Old <b>one</b>'),
    ),
  ).toBe(true)
})
