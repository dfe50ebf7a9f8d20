import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { test, type Visit } from '../support/visit.ts'

const html = (selector: string, payload: string): ContentItem => ({ selector, type: 'html', payload })
const text = (selector: string, payload: string): ContentItem => ({ selector, type: 'text', payload })

/** `given`: what browsers make of `own`, if that is not the same. `personal`: where it is looked at, what it becomes. */
const nested: Record<string, { own: string; given?: string; personal?: string; content: ContentItem[] }> = {
  'a text in HTML': {
    own: '<div class="a"><p>x</p></div>',
    content: [html('.a', '<p>new</p>'), text('.a p', 'B')],
  },
  'HTML around a text': {
    own: '<div class="a"><p>x</p></div>',
    content: [text('.a p', 'B'), html('.a', '<p>new</p>')],
  },
  'a text that only the HTML has': {
    own: '<div class="a">x</div>',
    content: [html('.a', '<p>new</p>'), text('.a p', 'B')],
  },
  'a text that is gone with the HTML': {
    own: '<div class="a"><p>x</p><h2>y</h2></div>',
    content: [html('.a', '<p>new</p>'), text('.a h2', 'B')],
  },
  'HTML in HTML that says the same': {
    own: '<ul><li>x</li><li>y</li></ul><p>Old <b>z</b></p>',
    content: [html('main p', '<b>For</b> Ada'), html('main li', '<p>For <i>Ada</i></p>')],
  },
  'a link in HTML': {
    own: '<div class="a"><a href="/x">x</a><a href="/y">y</a></div>',
    content: [html('.a', '<a href="/new">new</a>'), { selector: '.a a', type: 'href', payload: '/ada' }],
  },
  'a text in a text': {
    own: '<div class="a">x <b>y</b> <i>z</i></div>',
    content: [text('.a', 'A'), text('.a i', 'B')],
  },
  'a text in formatting': {
    own: '<h1>Meet <em>Launch</em> &amp; <b>friends</b>\n</h1>',
    content: [text('main > h1', 'Hello Ada')],
  },
  'the text of a link': {
    own: '<h2 title="The plan">\n  <a class="x" href="/plan">The plan</a>\n</h2>',
    content: [text('main > h2', 'Your plan')],
  },
  'a text beside icons': {
    own: '<a class="cta"><i class="icon"></i>&nbsp; Go <svg viewBox="0 0 9 9"><title>x</title><path d="M0 0"></path></svg></a>',
    content: [text('.cta', 'Go, Ada')],
  },
  'a text before an icon': {
    own: '<a class="cta">Go <i class="icon"></i></a>',
    content: [text('.cta', 'Go, Ada')],
  },
  'HTML in a body of a table that has no tag': {
    own: '<table><tr><th>A</th></tr><tr><td>x</td></tr></table>',
    given: '<table><tbody><tr><th>A</th></tr><tr><td>x</td></tr></tbody></table>',
    content: [html('td', '<p>For Ada</p><p>B</p>'), html('tbody', '<b>For</b> Ada')],
  },
  'HTML around HTML that is all of its words, beside other cells': {
    own: '<table><tbody><tr><td>x</td></tr><tr><td>y</td></tr></tbody></table><table><tbody><tr><td>z</td></tr></tbody></table>',
    content: [html('td', '<b>For</b> Ada'), html('table:nth-child(1) tr:nth-child(2)', 'Ada')],
  },
  'a text in a row and a body that have no tags': {
    own: '<table><td>x</td><td>y</td></table>',
    given: '<table><tbody><tr><td>x</td><td>y</td></tr></tbody></table>',
    content: [text('tr', 'For Ada'), html('tbody', '<b>For</b> Ada'), text('td', 'B')],
  },
  'a text in a text of the same item': {
    own: '<nav class="a"><div class="a"><h2>x</h2></div><article><h2>y</h2></article></nav>',
    content: [text('.a', 'A')],
  },
  'a text behind the words of the text that it is in, of the same item': {
    own: '<article class="a"><p>x</p><h3 class="a">1 2</h3></article>',
    personal: '<article class="a"><p>A</p><h3 class="a">A</h3></article>',
    content: [text('.a', 'A')],
  },
  'a text in a text of the same item, beside an earlier one': {
    own: '<article class="a"><p>x</p><dl><dd>y</dd></dl><h3 class="a">1 2</h3></article>',
    personal: '<article class="a"><p>A</p><dl><dd>B</dd></dl><h3 class="a">A</h3></article>',
    content: [text('dd', 'B'), text('.a', 'A')],
  },
  'a text that has the words of the text of the same item that it is in, beside an earlier one': {
    own: '<nav class="a"><div class="a"><h2>x</h2></div><h2>y</h2><dl><dd>z</dd></dl></nav>',
    personal: '<nav class="a"><div class="a"><h2>A</h2></div><h2>A</h2><dl><dd>B</dd></dl></nav>',
    content: [text('dd', 'B'), text('.a', 'A')],
  },
  'texts in texts of the same item': {
    own: '<nav class="a"><h1>w</h1><div class="a"><h2 class="a">x</h2></div><p class="a">y</p></nav>',
    personal: '<nav class="a"><h1>A</h1><div class="a"><h2 class="a">A</h2></div><p class="a">A</p></nav>',
    content: [text('.a', 'A')],
  },
  'a text beside the words of the text of the same item that it is in': {
    own: '<div class="a"><p class="a">x <i>y</i></p><b class="a"></b></div>',
    content: [text('.a', 'A')],
  },
  'a text in a text in a text, of the same item': {
    own: '<b class="a"><s class="a"><i class="a">x</i></s></b>',
    personal: '<b class="a"><s class="a"><i class="a">A</i></s></b>',
    content: [text('.a', 'A')],
  },
  'a text in a text that has the words of the text around it, of the same item': {
    own: '<div class="a"><p class="a">x<b class="a">y</b></p></div>',
    personal: '<div class="a"><p class="a">A<b class="a">A</b></p></div>',
    content: [text('.a', 'A')],
  },
  'texts that are all the words of the text around them, of the same item': {
    own: '<ul class="a">\n<li class="a">x</li><li class="a">y</li></ul>',
    personal: '<ul class="a">\n<li class="a">A</li><li class="a">A</li></ul>',
    content: [text('.a', 'A')],
  },
  'a text around a text of an earlier item': {
    own: '<div class="a">x <b>y</b> <i>z</i></div>',
    content: [text('.a i', 'B'), text('.a', 'A')],
  },
  'a table around a row of an earlier item': {
    own: '<table id="i0"><tbody><tr><td>x</td></tr></tbody></table>',
    content: [text('tr', 'B'), text('#i0', 'A')],
  },
  'HTML around a text that says the same as another item': {
    own: '<h1>x</h1><p><b>y</b></p>',
    content: [text('main > h1', 'Hello'), text('p > b', 'Hello'), html('main > p', '<i>new</i>')],
  },
  'an empty text': { own: '<h1>x</h1><p>y</p>', content: [text('main > h1', ''), text('main > p', 'B')] },
}

/** What there is when all is done, what the report says, and what is given back. */
async function outcome(page: Visit) {
  const inside = () => document.querySelector('main')?.innerHTML.replace(/ data-motif[\w-]*="[^"]*"/g, '')
  await page.until(() => document.readyState === 'complete')
  const report = await page.run(() => motif.ready)
  const personal = await page.run(inside)
  await page.run(() => motif.stop())
  return { report, personal, given: await page.run(() => document.querySelector('main')?.innerHTML) }
}

test.for(Object.entries(nested))(
  'by the edge all is as by the tag alone, and is given back: %s',
  async ([, { own, given = own, personal, content }], { visit }) => {
    const body = `<main>${own}</main>`
    const byTag = await outcome(await visit({ body, content }))
    const byEdge = await outcome(await visit({ body, content, edge: {} }))
    expect(byEdge).toEqual(byTag)
    expect(byTag.given).toBe(given)
    if (personal !== undefined) expect(byTag.personal).toBe(personal)
  },
)

test('a text in a text of the same item stays in its place, also when the rest of the script comes after it', async ({
  visit,
}) => {
  const own = '<nav class="a"><div class="a"><h2>x</h2></div><article><h2>y</h2></article></nav>'
  const byTag = await outcome(await visit({ body: `<main>${own}</main>`, content: [text('.a', 'Hello')] }))
  expect(byTag.personal).toBe(own.replace('>x<', '>Hello<').replace('>y<', '>Hello<'))
  expect(byTag.given).toBe(own)
})

const late: Record<
  string,
  { own: string; come(): void; personal: string; given: string; content: ContentItem[] }
> = {
  'a row of a table': {
    own: '<table id="i0"><tbody><tr><td>x</td></tr><tr><td>y</td></tr></tbody></table>',
    come: () => document.querySelector('tr')?.classList.add('late'),
    personal: '<table id="i0"><tbody><tr class="late"><td>B</td></tr><tr><td>A</td></tr></tbody></table>',
    given: '<table id="i0"><tbody><tr class="late"><td>x</td></tr><tr><td>y</td></tr></tbody></table>',
    content: [text('#i0', 'A'), text('.late', 'B')],
  },
  'a link that was left empty': {
    own: '<p>x <a href="/x">y</a></p>',
    come: () => document.querySelector('main a')?.classList.add('late'),
    personal: '<p>A<a href="/x" class="late">B</a></p>',
    given: '<p>x <a href="/x" class="late">y</a></p>',
    content: [text('main > p', 'A'), text('.late', 'B')],
  },
}

describe.each(Object.entries(late))('a later item takes what is in a text: %s', (_, nested) => {
  const { own, come, personal, given, content } = nested
  const isMain = (html: string) => document.querySelector('main')?.innerHTML === html

  test.for(['before', 'after'])('%s the rest of the script has come', async (when, { visit }) => {
    const arrival = Promise.withResolvers<void>()
    const page = await visit({
      body: `<main>${own}</main><p id="sign">On its way</p>`,
      content: [...content, html('#sign', '<b>Here</b>')],
      waitUntil: 'none',
      files: { only: '/follow-', after: arrival.promise },
    })
    await page.until(() => document.querySelector('main')?.textContent?.includes('A'))
    if (when === 'after') {
      arrival.resolve()
      await page.until(() => !!document.querySelector('#sign b'))
    }
    await page.run(come)
    await page.until(isMain, personal)
    arrival.resolve()
    await page.until(() => !!document.querySelector('#sign b'))
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(personal)
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(given)
    expect(await page.complaints()).toEqual([])
  })
})
