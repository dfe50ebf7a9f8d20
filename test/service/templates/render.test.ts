import { expect, test } from 'vitest'
import { contentTypes } from '../../../service/templates/content-types.ts'
import { parseLiquid } from '../../../service/templates/liquid.ts'
import { finishWords, renderPayload } from '../../../service/templates/render.ts'
import type { ContentType } from '../../../wire/targets.ts'

/** What a payload becomes for a prospect; `x` is `prospect.additional.x`. */
function render(type: ContentType, source: string, x: unknown): string | undefined {
  const scope = {
    prospect: { additional: { x } },
    language: 'en',
    content: { pattern: 'a-pattern' },
  }
  return renderPayload(parseLiquid(source, contentTypes[type].place), type, scope).payload
}

const value = '{{ prospect.additional.x }}'

test('text is plain: what looks like markup stays as it is', () => {
  expect(render('text', `Hello ${value}`, 'Tom & <b>Söhne</b>')).toBe('Hello Tom & <b>Söhne</b>')
  expect(render('text', '{{ prospect.additional.x | escape }}', 'AT&T')).toBe('AT&T')
})

test('a payload has 100,000 characters at most: one more, and it is left out', () => {
  expect(render('text', value, 'a'.repeat(100_000))).toHaveLength(100_000)
  expect(render('text', value, 'a'.repeat(100_001))).toBeUndefined()
  expect(finishWords('text', 'a'.repeat(100_000))).toHaveLength(100_000)
  expect(finishWords('text', 'a'.repeat(100_001))).toBeUndefined()
})

test('values are escaped in HTML, and the markup of the template is kept', () => {
  const hostile = '<img src=x onerror=alert(1)>" onmouseover="x'
  expect(render('html', `<p class="a">${value}</p>`, hostile)).toBe(
    '<p class="a">&lt;img src=x onerror=alert(1)&gt;" onmouseover="x</p>',
  )
  expect(render('html', `<p title="${value}">a</p>`, 'x" onclick="y')).toBe(
    '<p title="x&quot; onclick=&quot;y">a</p>',
  )
})

test('a value is escaped once, whichever way it takes', () => {
  const ways = [
    value,
    '{{ prospect.additional.x | escape }}',
    '{{ prospect.additional.x | escape_once }}',
    `{% capture y %}${value}{% endcapture %}{{ y }}`,
    `{% capture y %}${value}{% endcapture %}{{ y | raw }}`,
    '{% assign y = prospect.additional.x %}{{ y }}',
    '{% for y in prospect.additional.x %}{{ y }}{% endfor %}',
    '{% echo prospect.additional.x %}',
  ]
  for (const way of ways) expect(render('html', `<p>${way}</p>`, 'R&D <b>')).toBe('<p>R&amp;D &lt;b&gt;</p>')
})

test('raw opens no hole: what comes out is sanitised all the same', () => {
  const hostile = '<b onclick=x>ok</b><script>alert(1)</script><a href="javascript:x">a</a><iframe></iframe>'
  expect(render('html', `<p>{{ prospect.additional.x | raw }}</p>`, hostile)).toBe('<p><b>ok</b><a>a</a></p>')
})

test.each([
  ['<script>x</script>'],
  ['<style>*{}</style>'],
  ['<form><input></form>'],
  ['<object></object><embed>'],
  ['<svg><script>x</script></svg>'],
  ['<p></p><div> </div>'],
  ['<!-- x -->'],
  ['<p data-x="1" title="y"></p>'],
  ['<img src="javascript:x">'],
])('HTML of which nothing is left, such as %s, is left out', (html) => {
  expect(render('html', html, '')).toBeUndefined()
})

test('HTML keeps classes, data attributes, links, lists, tables and images, and loses the rest', () => {
  expect(
    render(
      'html',
      '<i class="icon" data-x="1" id="y" name="z" style="color:red" onclick="x"></i><img src="data:image/png;base64,AA" alt="a">' +
        '<img src="data:text/html,x" alt="b"><a href="data:image/png,x">c</a><a href="tel:+49">d</a><a href="//x.y/z">e</a>',
      '',
    ),
  ).toBe(
    '<i class="icon" data-x="1"></i><img src="data:image/png;base64,AA" alt="a" />' +
      '<img alt="b" /><a>c</a><a href="tel:+49">d</a><a href="//x.y/z">e</a>',
  )
})

test('a value is escaped as a part of a URL', () => {
  expect(render('src', `/img/${value}.jpg`, '../a b?c#d&e')).toBe('/img/..%2Fa%20b%3Fc%23d%26e.jpg')
  expect(render('href', `https://${value}/launch`, 'evil.com/x')).toBeUndefined()
  expect(render('href', `https://${value}/launch`, 'acme.com')).toBe('https://acme.com/launch')
  expect(render('href', '/x?c={{ prospect.additional.x | url_encode }}', 'R&D x')).toBe('/x?c=R%26D%20x')
})

test('an address or a number keeps its form', () => {
  expect(render('href', `mailto:${value}?subject=${value}`, 'a@b.de')).toBe('mailto:a@b.de?subject=a%40b.de')
  expect(render('href', `tel:${value}`, '+49 (30) 12-3')).toBe('tel:+4930123')
})

test.each([
  ['https://x.com/a b?q=1', 'https://x.com/a%20b?q=1'],
  ['//x.com/a', '//x.com/a'],
  ['/a%20b', '/a%20b'],
  ['#top', '#top'],
  ['mailto:a@b.de', 'mailto:a@b.de'],
  ['page', 'page'],
])('a value that is a URL keeps its form: %j', (x, url) => {
  expect(render('href', value, x)).toBe(url)
})

test.each([
  ['javascript:alert(1)'],
  [' JavaScript:alert(1)'],
  ['vbscript:x'],
  ['data:text/html,<script>x</script>'],
  ['data:image/png,x'],
  ['blob:https://x'],
  ['file:///etc/passwd'],
  [''],
  [null],
])('a link to %j is left out', (x) => {
  expect(render('href', value, x)).toBeUndefined()
})

test.each([
  ['java\nscript:alert(1)'],
  ['java\tscript:alert(1)'],
  ['\u0000javascript:alert(1)'],
  ['&#106;avascript:alert(1)'],
])('a disguise such as %j becomes no scheme', (x) => {
  const url = render('href', value, x)
  if (url !== undefined) expect(new URL(url, 'https://page.example').protocol).toBe('https:')
})

test('a template too can link only where a page may', () => {
  expect(render('href', 'javascript:alert(1)', '')).toBeUndefined()
  expect(render('href', ' java\nscript:alert(1)', '')).toBeUndefined()
  expect(render('src', 'data:image/svg+xml;utf8,x', '')).toBe('data:image/svg+xml;utf8,x')
  expect(render('src', 'data:text/html,x', '')).toBeUndefined()
})

test.each([
  ['slugify', 'Müller & Söhne, Straße', 'muller-sohne-strasse'],
  ['slugify', '日本 語', '日本-語'],
  ['upcase', 'a', 'A'],
  ['default: "yours"', '', 'yours'],
  ['split: " " | first', 'Ada Lovelace', 'Ada'],
  ['truncate: 4', 'abcdefg', 'a...'],
])('the filter %s', (filter, x, result) => {
  expect(render('text', `{{ prospect.additional.x | ${filter} }}`, x)).toBe(result)
})

test.each([['{{ prospect.company }}'], ['{% if prospect.company %}x{% endif %}'], [' \n ']])(
  'what renders to nothing is left out: %j',
  (source) => {
    expect(render('text', source, '')).toBeUndefined()
  },
)

test('a text that nobody could see is left out', () => {
  for (const unseen of ['\u200b', ' \u2060\ufeff ', '\u00ad', '\u200e\u200f', '\u3164'])
    expect(render('text', value, unseen)).toBeUndefined()
  for (const seen of ['\u200bA', '\u{1f468}\u200d\u{1f469}', '\ue000'])
    expect(render('text', value, seen)).toBe(seen)
})

test('inherited properties are not data', () => {
  expect(
    render('text', 'a{{ prospect.additional.constructor.name }}{{ prospect.additional.__proto__ }}', {}),
  ).toBe('a')
})

test('control characters and halves of characters are dropped', () => {
  expect(render('text', value, 'a\u0000\u0001\u0002\ud800b')).toBe('a�b')
})

test('HTML is bounded before it is sanitised, and the reason says by what', () => {
  /** Few turns of many tags: turns take time, of which a busy machine has little. */
  const nested = (tags: number) => () =>
    render('html', `{% for i in (1..${tags / 50}) %}${'<b>'.repeat(50)}{% endfor %}x`, '')
  expect(nested(150)()).toContain('<b>x</b>')
  expect(nested(300)).toThrow('limit exceeded: its HTML is nested more than 200 levels deep')
  expect(nested(40_000)).toThrow('limit exceeded: its HTML is longer than 100000 characters')
})
