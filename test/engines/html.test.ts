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

test('items come in their order, though all of them wait for one file', async ({ visit }) => {
  const boxes = [...'abcdefgh']
  const page = await visit({
    body: boxes.map((id) => `<div id="${id}"><textarea id="in-${id}"></textarea></div>`).join(''),
    // A text field takes no HTML. It is told as long as it is there: the next item removes it.
    content: boxes.flatMap((id) => [
      { selector: `#in-${id}`, type: 'html' as const, payload: '<b>In</b>' },
      { selector: `#${id}`, type: 'html' as const, payload: '<b>Box</b>' },
    ]),
  })
  expect(await page.run(() => motif.ready)).toMatchObject({
    applied: boxes.map((_, at) => 2 * at + 1),
    refused: boxes.map((_, at) => 2 * at),
  })
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

test('parts of tables and lists get rows and items', async ({ visit }) => {
  const page = await visit({
    body: '<table><tbody><tr><td>Old</td></tr></tbody></table><ul><li>Old</li></ul>',
    content: [
      { selector: 'tbody', type: 'html', payload: '<tr><td>New</td><td class="x">Row</td></tr>' },
      { selector: 'ul', type: 'html', payload: '<li>New</li><li>Item</li>' },
    ],
  })
  await page.until(() => document.querySelectorAll('li').length === 2)
  expect(await page.run(() => document.querySelector('tbody')?.innerHTML)).toBe(
    '<tr><td>New</td><td class="x">Row</td></tr>',
  )
})

test('an item whose own HTML matches its selector is applied once', async ({ visit }) => {
  const deep = `${'<div>'.repeat(300)}Deep`
  const page = await visit({
    body: '<main><p>Old</p></main><section><div>Old</div></section>',
    content: [
      { selector: 'main p, main b', type: 'html', payload: 'New <b>one <b>and</b></b>' },
      { selector: 'section div', type: 'html', payload: deep },
    ],
  })
  await page.until(() => document.querySelector('section')?.textContent === 'Deep')
  await page.run(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(
    '<p>New <b>one <b>and</b></b></p>',
  )
  expect(await page.run(() => document.querySelectorAll('section div').length)).toBe(301)
  expect(await page.run(() => motif.ready)).toMatchObject({ applied: [0, 1], contested: [] })
})
