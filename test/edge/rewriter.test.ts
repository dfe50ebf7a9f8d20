import { describe, expect, test } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { recordIn, rewrite, withoutRecord } from './rewrite.ts'

const item = (selector: string, type: ContentItem['type'], payload: string): ContentItem => ({
  selector,
  type,
  payload,
})
const heading = item('.t', 'text', 'Ada')
const change = (page: string, ...items: ContentItem[]) => withoutRecord(rewrite(page, items))
const body = (html: string) => `<!doctype html><body>${html}`

describe('an item changes its target and nothing else', () => {
  test.each([
    ['<h1 class=t>A &amp; B</h1>', heading, '<h1 class=t>Ada</h1>'],
    ['<ul><li class=t>A<li>B</ul>', heading, '<ul><li class=t>Ada<li>B</ul>'],
    ['<a href=x class=t>A</a>', item('.t', 'href', '/a?b&"c'), '<a href="/a?b&#38;&#34;c" class=t>A</a>'],
    ["<a class='t'>A</a>", item('.t', 'href', '/a'), '<a href="/a" class=\'t\'>A</a>'],
    ['<a class=t href>A</a>', item('.t', 'href', '/a'), '<a class=t href="/a">A</a>'],
    ['<input class=t>', heading, '<input placeholder="Ada" class=t>'],
    [
      '<div class=t><i>A</i><br>B</div>',
      item('.t', 'html', '<p>Ada <b class="x">B</b></p>'),
      '<div class=t><p>Ada <b class="x">B</b></p></div>',
    ],
    ['<h1 class=t>A</h1>', item('.t', 'text', '日本'), '<h1 class=t>&#26085;&#26412;</h1>'],
    ['<h1 class=t>A <b>B</b> C</h1>', heading, '<h1 class=t>Ada<b></b></h1>'],
    ['<h1 class=t>\n<a href=/x><b>A</b></a>\n</h1>', heading, '<h1 class=t><a href=/x><b>Ada</b></a></h1>'],
    ['<a class=t><i class=x></i> A</a>', heading, '<a class=t><i class=x></i> Ada</a>'],
    [
      '<a class=t>A&nbsp;<svg><title>B</title></svg></a>',
      heading,
      '<a class=t>Ada&#160;<svg><title>B</title></svg></a>',
    ],
    [
      '<h1 class=t>A<br class=x>B <br/>C</h1>',
      heading,
      '<h1 class=t>Ada<br hidden class=x><br hidden/></h1>',
    ],
    ['<h1 class=t>A <i></i> B</h1>', heading, '<h1 class=t>Ada <i></i></h1>'],
    ['<h1 class=t>A <!-- c --><b>B</b></h1>', heading, '<h1 class=t>Ada<!-- c --><b></b></h1>'],
    ['<h1 class=t>A <b>&ensp;</b></h1>', heading, '<h1 class=t>Ada<b></b></h1>'],
    ['<h1 class=t>A <b>B</b></h1>', item('.t', 'text', ''), '<h1 class=t><b></b></h1>'],
    ['<table><td class=t>A <b>B</table>', heading, '<table><td class=t>Ada<b></table>'],
    [
      '<div class=t><ul><li class=x><p>A<table><td>&nbsp;</table></ul></div>',
      heading,
      '<div class=t><ul><li class=x><p>Ada<table><td></table></ul></div>',
    ],
    [
      '<a class=t><b class=x>A b</b> <b class=y>a&#32;B</b></a>',
      heading,
      '<a class=t><b class=x>Ada</b><b class=y>Ada</b></a>',
    ],
    ['<a class=t title=""> <i></i></a>', heading, '<a class=t title=""> Ada<i></i></a>'],
    ['<a class=t><i></i></a>', heading, '<a class=t><i></i>Ada</a>'],
    [
      '<p class=t>A<img src=x alt="🎉"></p>',
      heading,
      '<p class=t>Ada<img hidden src=x alt="ð\x9f\x8e\x89"></p>',
    ],
    ['<a class=t title=C>A & <b>B</b></a>', heading, '<a class=t title=C>Ada<b></b></a>'],
    [
      '<z-card title="<h1 class=t>"></z-card><h1 class=t>A</h1>',
      heading,
      '<z-card title="<h1 class=t>"></z-card><h1 class=t>Ada</h1>',
    ],
  ])('%s', (before, what, after) => expect(change(body(before), what)).toBe(body(after)))

  test.each([
    ['<nav>A</nav>', 'nav', '<nav>x</nav>'],
    ['<h1 class=a>A</h1><p id=h1>B</p>', 'H1', '<h1 class=a>x</h1><p id=h1>B</p>'],
    ['<p class="md:text-4xl">A</p>', '.md\\:text-4xl', '<p class="md:text-4xl">x</p>'],
    ['<p class="w-1/2 b">A</p>', '.w-1\\/2.b', '<p class="w-1/2 b">x</p>'],
    ['<p class="[&_p]:mt-4">A</p>', '.\\[\\&_p\\]\\:mt-4', '<p class="[&_p]:mt-4">x</p>'],
    ['<p class="[&amp;_p]:mt-4">A</p>', '.\\[\\&_p\\]\\:mt-4', '<p class="[&amp;_p]:mt-4">x</p>'],
    ['<p title="&constructor;">A</p>', '[title*="native code"]', '<p title="&constructor;">A</p>'],
    ['<p id=2col>A</p>', '#\\32 col', '<p id=2col>x</p>'],
    ['<p>A</p><p>B</p><p>C</p>', 'p:nth-child(2n+1)', '<p>x</p><p>B</p><p>x</p>'],
    ['<p class="--x">A</p>', 'p.--x', '<p class="--x">x</p>'],
    ['<p id=a>A</p><p title=b>B</p>', '[id="a"],[title="b"]', '<p id=a>x</p><p title=b>x</p>'],
    ['<div><p>A</p></div><div><p>B</p></div>', 'div + div p', '<div><p>A</p></div><div><p>x</p></div>'],
    ['<div><p>A</p></div><div><p>B</p></div>', 'div ~ div p', '<div><p>A</p></div><div><p>x</p></div>'],
    ['<h2>A</h2><div><p>B</p></div>', 'h2 + div > p', '<h2>A</h2><div><p>x</p></div>'],
    ['<h1>A</h2><p>B</p>', 'h1 + p', '<h1>A</h2><p>x</p>'],
    ['<p><i></i><span>A<div>B</div>', 'p + div', '<p><i></i><span>A<div>x</div>'],
  ])('%s by %s', (before, selector, after) =>
    expect(change(body(before), item(selector, 'text', 'x'))).toBe(body(after)),
  )

  test('of two items for one part the later', () =>
    expect(change(body('<p class=t>A</p>'), heading, item('p.t', 'text', 'Bob'))).toBe(
      body('<p class=t>Bob</p>'),
    ))
})

describe('what a framework will hydrate', () => {
  const inFront = (html: string, ...items: ContentItem[]) =>
    withoutRecord(rewrite(body(html), items, () => 7, { hasRoots: true })).replace(body(''), '')
  const root = '<template shadowrootmode="closed">x &#60;y<slot hidden inert></slot></template>'
  const text = item('.t', 'text', 'x <y')

  test.each([
    ['a container', '<div id=root><h1 class=t>A</h1></div>', `<div id=root><h1 class=t>${root}A</h1></div>`],
    ['its marks', '<p data-hk=0 class=t>A<p>B', `<p data-hk=0 class=t>${root}A<p>B`],
    ['words in parts', '<p id=app class=t>A<!-- -->B</p>', `<p id=app class=t>${root}A<!-- -->B</p>`],
    [
      'Next',
      '<h1>A</h1><script src="/_next/static/x.js"></script><h2 class=t>B</h2>',
      `<h1>A</h1><script src="/_next/static/x.js"></script><h2 class=t>${root}B</h2>`,
    ],
  ])('shows a text in front of its own words: %s', (_, before, after) => {
    expect(inFront(before, text)).toBe(after)
    expect(change(body(before), text)).toBe(body(before))
  })

  test.each([
    ['words with a link inside', '<p class=t>A <a href=/>B</a></p>'],
    ['an element of the page’s own making', '<p is=x-words class=t>A</p>'],
    ['a link', '<a class=t href=/>A</a>'],
    ['a shadow root of the page’s own', '<p class=t><template shadowrootmode=open>B</template>A</p>'],
    ['nothing', '<p class=t></p>'],
  ])('is left to the browser: %s', (_, html) => {
    expect(inFront(`<div id=app>${html}</div>`, text)).toBe(`<div id=app>${html}</div>`)
  })

  test('gets HTML by the browser, and addresses at once', () => {
    const html = '<div id=app><p class=t>A</p><a class=u href=/a>B</a></div>'
    const items = [text, item('.t', 'html', '<b>Ada</b>'), item('.u', 'text', 'x'), item('.u', 'href', '/b')]
    expect(inFront(html, ...items)).toBe(html.replace('=/a', '="/b"'))
    expect(change(body(html), ...items)).toBe(body(html.replace('=/a', '="/b"')))
  })
})

describe('what is for the preview of the link', () => {
  const head = (html: string) => `<!doctype html><html><head>${html}</head><body>A</body></html>`

  test.each([
    ['<title>A</title>', 'title', 'text', 'Ada & "B"', '<title>Ada &#38; &#34;B&#34;</title>'],
    [
      "<meta property='og:title' content='A'>",
      '[property="og:title"]',
      'text',
      'Ada & "B"',
      '<meta property=\'og:title\' content="Ada &#38; &#34;B&#34;">',
    ],
    ['<meta content=A name=description>', 'meta', 'text', 'Ada', '<meta content="Ada" name=description>'],
    ['<meta name=Twitter:Title>', 'meta', 'text', 'Ada', '<meta content="Ada" name=Twitter:Title>'],
    [
      '<meta name=image property=og:image content=/a.png>',
      'meta',
      'src',
      '/ada.png?a=1&b',
      '<meta name=image property=og:image content="https://www.example.com/ada.png?a=1&#38;b">',
    ],
    [
      '<base href=//cdn.example/x/><meta name=twitter:image content=a.png>',
      'meta',
      'src',
      'ada.png',
      '<base href=//cdn.example/x/><meta name=twitter:image content="https://cdn.example/x/ada.png">',
    ],
  ] as const)('%s', (before, selector, type, payload, after) =>
    expect(change(head(before), item(selector, type, payload))).toBe(head(after)),
  )

  test.each([
    ['<meta http-equiv=refresh content=5>', 'text', '0;url=/x'],
    ['<meta name=viewport content=width=1>', 'text', 'x'],
    ['<meta name=robots content=all>', 'text', 'x'],
    ['<meta name=referrer content=origin>', 'text', 'x'],
    ['<meta property=og:image content=/a.png>', 'text', '/x.png'],
    ['<meta property=og:video content=/a.mp4>', 'src', '/x.mp4'],
    ['<meta property=og:title content=A>', 'html', '<b>x</b>'],
    ['<meta property=og:image content=/a.png>', 'src', 'data:image/png;base64,AA'],
    ['<meta property=og:image content=/a.png>', 'src', 'javascript:alert(1)'],
    ['<title>A</title>', 'html', '<b>x</b>'],
  ] as const)('and %s is not, by %s %s', (before, type, payload) =>
    expect(change(head(before), item('meta,title', type, payload))).toBe(head(before)),
  )

  test('and in a browser the title is not, because React 18 fails to hydrate a document with another', () => {
    const page = head('<title>A</title><meta name=description content=A>')
    const made = rewrite(page, [item('title,meta', 'text', 'Ada')], undefined, { hasRoots: true })
    expect(withoutRecord(made)).toBe(page.replace('content=A', 'content="Ada"'))
  })
})

describe('what is not sure is left to the browser', () => {
  test.each([
    ['a flag that not every browser knows', '<p data-x=1 class=t>A</p>', item('[data-x="1" s]', 'text', 'x')],
    ['an escaped character beyond ASCII', '<p class=t>A</p>', item('.t:not(.\\é)', 'text', 'x')],
    ['an escape beyond ASCII', '<p class="t x&#233;">A</p>', item('.x\\e9', 'text', 'x')],
    ['a link by the address that it loses', '<a href="/x">A</a>', item('[href="/x"]', 'href', '/y')],
    ['another name that CSS does not know', '<p class="1:t">A</p>', item('.1\\:t', 'text', 'x')],
    ['a name that CSS does not know', '<p class="1t">A</p>', item('.1t', 'text', 'x')],
    ['what looks ahead', '<h1 class=t>A</h1>', item('h1.t:last-child', 'text', 'x')],
    ['a text with other elements in it', '<h1 class=t>A <div>B</div></h1>', heading],
    ['a text with formatting that style sheets may hide', '<h1 class=t>A <b class=x>B</b></h1>', heading],
    ['a text that begins in formatting', '<h1 class=t><b>A</b> B</h1>', heading],
    ['texts of which the third is the first again', '<h1 class=t>A <i>B</i><b class=x>A</b></h1>', heading],
    ['a text that a table would move', '<table class=t> <tr><td></table>', heading],
    ['a text with a script in it', '<h1 class=t>A <script>x</script></h1>', heading],
    ['a text with a link in it', '<h1 class=t>A <a href=/>B</a></h1>', heading],
    ['a text with something hydrated in it', '<h1 class=t>A <b id=app>B</b></h1>', heading],
    ['HTML around something hydrated', '<div class=t><p id=app>B</p></div>', item('.t', 'html', '<p>A</p>')],
    ['a part marked as hydrated', '<div data-hydrate><p><b class=t>A</b></div>', heading],
    ['a text that a table moves', '<table><tr>x<td class=t>A</table>', heading],
    ['an address that is not allowed', '<a class=t href=/>A</a>', item('.t', 'href', 'javascript:alert(1)')],
    ['HTML that needs a sanitiser', '<div class=t>A</div>', item('.t', 'html', '<p onclick="x">A</p>')],
    ['HTML that ends its target', '<div class=t>A</div>', item('.t', 'html', '</div><p>A</p>')],
    [
      'a picture with sources',
      '<picture><source srcset=a><img class=t src=b></picture>',
      item('.t', 'src', '/x'),
    ],
    ['a script', '<script class=t>A</script>', heading],
    ['an option', '<select><option value=a class=t>A</select>', heading],
    ['NUL in a text', '<h1 class=t>A</h1>', item('.t', 'text', 'a\0b')],
    ['what never ends', '<h1 class=t>A', heading],
    ['a page in UTF-16', '<h1 \0 class=t>A</h1>', heading],
  ])('%s', (_, before, what) => expect(change(body(before), what)).toBe(body(before)))

  test('an element named in a comment, a script, a template or a noscript', () => {
    const page = body(
      '<!-- <h1 class=t>A</h1> --><script>"<h1 class=t>A</h1>"</script><template><h1 class=t>A</h1></template><noscript><h1 class=t>A</h1></noscript><svg><title><![CDATA[<h1 class=t>]]></title></svg>',
    )
    expect(change(page, heading)).toBe(page)
  })
})

test('the record breaks out of nothing, wherever its head is', () => {
  const hostile = item('</script><script>alert(1)//', 'text', '<!--<script>\u2028</script>é')
  for (const page of ['<!doctype html><title>A</title><p>B', '<!doctype html>text', body('<p>A')]) {
    const made = rewrite(page, [hostile])
    expect(recordIn(made)).toMatchObject({ content: [hostile] })
    expect(withoutRecord(made)).toBe(page)
  }
})

describe('hostile pages go by', () => {
  test.each([
    ['a long attribute', `<p a="${'x'.repeat(3e6)}"><h1 class=t>A</h1>`],
    ['deep nesting', '<div>'.repeat(100_000)],
    ['a comment without an end', `<!--${'-'.repeat(1e6)}`],
    ['a script without an end', `<script><!--${'<script '.repeat(1e5)}`],
    ['a target without an end', `<h1 class=t>${'x'.repeat(1e6)}`],
    ['a target of many elements', `<h1 class=t>A${'<b>a</b>'.repeat(30_000)}</h1>`],
    ['half of a tag', '<p a="'],
  ])('%s', (_, html) => {
    const page = body(html)
    expect(change(page, item('.none', 'text', 'x'))).toBe(page)
    expect(withoutRecord(rewrite(page, [heading], () => 1000))).toBe(change(page, heading))
  })
})

test.each(['h2:last-child', 'main > h2:not(:last-child)', 'h2:has(b), .other', ':is(h1, h2:empty)'])(
  'what an item that is left to the browser may take, %s, is not given to an earlier one',
  (later) => {
    const page = '<!doctype html><main><h2>A</h2></main><p>B</p>'
    const content = (selector: string): ContentItem[] => [
      { selector: 'main h2', type: 'text', payload: 'early' },
      { selector: 'p:first-of-type', type: 'text', payload: 'early' },
      { selector, type: 'text', payload: 'late' },
    ]
    const made = withoutRecord(rewrite(page, content(later)))
    expect(made).toBe('<!doctype html><main><h2>A</h2></main><p>early</p>')
    // An item of another part, and one that comes before, take nothing.
    expect(rewrite(page, [...content(later)].reverse())).toContain('<h2>early</h2>')
    expect(rewrite(page, content('h3:last-child'))).toContain('<h2>early</h2>')
  },
)

describe('the marks of a changed element', () => {
  const marked = (html: string, ...items: ContentItem[]) =>
    withoutRecord(rewrite(body(html), items, undefined, { hasMarks: true })).replace(body(''), '')

  test.each([
    [
      '<input class=t value=>',
      heading,
      '<input data-motif="Ada placeholder" placeholder="Ada" class=t value=>',
    ],
    [
      '<img class=t src=/a.png alt=>',
      item('.t', 'src', '/b.png'),
      '<img data-motif="Ada src" data-motif-src="/a.png" class=t src="/b.png" alt=>',
    ],
    [
      '<meta name=description class=t content="A &amp; B">',
      heading,
      '<meta data-motif="Ada content" data-motif-content="A &amp; B" name=description class=t content="Ada">',
    ],
    [
      '<a class=t href=>A</a>',
      item('.t', 'href', '/b'),
      '<a data-motif="Ada href" data-motif-href="" class=t href="/b">A</a>',
    ],
    [
      '<a class=t href=/x target=>A</a>',
      heading,
      '<a data-motif="Ada text" data-motif-text="A" class=t href=/x target=>Ada</a>',
    ],
    [
      '<input class=t/>',
      item('[class="t/"]', 'text', 'Ada'),
      '<input data-motif="Ada placeholder" placeholder="Ada" class=t/>',
    ],
    [
      '<h1 class=t>Meet <em>Launch</em> &amp; "co"</h1>',
      heading,
      '<h1 data-motif="Ada text" data-motif-text="Meet &#8291;Launch&#8291; &amp; &quot;co&quot;" class=t>Ada<em></em></h1>',
    ],
    [
      '<h1 class=t><img src=/a><!-- c --><a href=/x>A</a></h1>',
      heading,
      '<h1 data-motif="Ada text" data-motif-text="&#8291;&#8291;&#8291;&#8291;A" class=t><img src=/a><!-- c --><a href=/x>Ada</a></h1>',
    ],
    [
      '<div class=t><a\r\n  class="k"\thref="/x" >A</a></div>',
      item('.t', 'html', '<b\nclass="k">Ada</b>'),
      '<div data-motif="Ada html" data-motif-html="<a\r\n  class=&quot;k&quot;\thref=&quot;/x&quot; >A</a>" class=t><b\nclass="k">Ada</b></div>',
    ],
  ])('stand where no attribute can take them for its value: %s', (before, what, after) =>
    expect(marked(before, what)).toBe(after),
  )

  test.each([
    [
      '<h1 data-motif="Ada text" data-motif-text=evil class=t>A</h1>',
      '<h1 data-motif="Ada text" data-motif-text="A" / / class=t>Ada</h1>',
    ],
    [
      "<h1 class=t a DATA-motif-HREF = 'x' =b>A</h1>",
      '<h1 data-motif="Ada text" data-motif-text="A" class=t a / =b>Ada</h1>',
    ],
    ['<h1 class=t data-motif>A</h1>', '<h1 data-motif="Ada text" data-motif-text="A" class=t />Ada</h1>'],
    [
      '<h1 class="t"data-motif-src data-motifs=1>A</h1>',
      '<h1 data-motif="Ada text" data-motif-text="A" class="t"/ data-motifs=1>Ada</h1>',
    ],
  ])('stand alone: the page’s own of that name go, %s', (before, after) =>
    expect(marked(before, heading)).toBe(after),
  )
})

test.each(['&#32;', '&#x20;', '&#9', '&#x0a', '&Tab;', '&NewLine;', '&#8195;', '&#x', '&T', '&amp;'])(
  'what %s means in the head does not depend on where the network cuts it',
  (reference) => {
    const page = `<!doctype html><html><head>${reference}<title>T</title></head><div>A</div><div class=t>B</div>`
    const items = [item('body > div:nth-child(2)', 'text', 'Second'), item('head > title', 'text', 'Named')]
    const whole = rewrite(page, items)
    const begin = page.indexOf(reference)
    for (let cut = begin; cut <= begin + reference.length; cut++) {
      const sizes = [cut, page.length]
      expect(rewrite(page, items, () => sizes.shift() ?? page.length)).toBe(whole)
    }
    const bytewise = rewrite(page, items, () => 1)
    expect(bytewise).toBe(whole)
  },
)
