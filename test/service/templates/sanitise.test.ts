import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '../../../service/templates/sanitise.ts'
import { isSafeUrl } from '../../../service/templates/url.ts'
import { htmlAttributes, htmlElements } from '../../../wire/html.ts'
import { createRandom } from '../../support/random.ts'

const tags =
  'a b p div span img br hr wbr table tr td col li h1 form input select option button template script style noscript textarea title iframe noembed noframes xmp plaintext svg math mtext mglyph foreignObject annotation-xml desc image object'
const attributes = [
  ...'class="x"|data-x|onclick="alert(1)"|href="/a?b&c"|href="javascript:alert(1)"|src=x onerror=alert(1)'.split(
    '|',
  ),
  ...'src="data:text/html,x"|title="</b><script>alert(1)</script>"|style="x"|id=y|<|"|/'.split('|'),
  "href=' java\tscript:alert(1)'",
  "alt='\"><img src=x onerror=alert(1)>'",
]
const texts = ['\n', ...'x &lt;script&gt; &amp;lt; < > " & <!-- --> --!> <![CDATA[ ]]> </ &#0;'.split(' ')]

const allowedElements = new Set(htmlElements.split(' '))
const allowedAttributes = new Set(htmlAttributes.split(' '))

/** What a browser finds in the HTML that is not on the lists, with scripts switched on and off. */
function strangersIn(html: string): string[] {
  return [true, false].flatMap((scriptingEnabled) => {
    const page = parse(`<!doctype html><body>${html}`, { scriptingEnabled })
    const [root] = page.childNodes.filter(
      (node) => node.nodeName === 'html',
    ) as DefaultTreeAdapterTypes.Element[]
    const body = root?.childNodes.find((node) => node.nodeName === 'body') as DefaultTreeAdapterTypes.Element
    return body.childNodes.flatMap(strangersOf)
  })
}

function strangersOf(node: DefaultTreeAdapterTypes.ChildNode): string[] {
  if (node.nodeName === '#text') return []
  if (!('tagName' in node)) return [node.nodeName]
  const bad = node.attrs.filter(({ name, value }) =>
    name === 'href' || name === 'src'
      ? !isSafeUrl(value, name)
      : !(allowedAttributes.has(name) || name.startsWith('data-')),
  )
  return [
    ...(allowedElements.has(node.tagName) && node.namespaceURI.endsWith('/xhtml') ? [] : [node.tagName]),
    ...bad.map(({ name, value }) => `${node.tagName} ${name}=${value}`),
    ...node.childNodes.flatMap(strangersOf),
  ]
}

test('whatever HTML comes in, a browser finds only what is allowed in what goes out', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  const random = createRandom(seed)
  const attribute = () => ` ${random.pick(attributes)}`
  const names = tags.split(' ')
  const pieces = [
    () => `<${random.pick(names)}${attribute()}${attribute()}>`,
    () => `<${random.pick(names)}>`,
    () => `</${random.pick(names)}>`,
    () => random.pick(texts),
  ]
  for (let round = 0; round < 3000; round++) {
    const html = Array.from({ length: 12 }, () => random.pick(pieces)()).join('')
    const clean = sanitiseHtml(html) ?? ''
    expect(strangersIn(clean), `SEED=${seed}: ${html}`).toEqual([])
  }
})

test.each([
  ['an element is left out, and what it holds stays', '<form>a<font>b</font></form>', 'ab'],
  [
    'what is no text of the page goes with its element',
    'a<style>*{}</style><iframe>b</iframe><option>c</option>',
    'a',
  ],
  ['what is not closed is closed', '<ul><li>a<li><b>b', '<ul><li>a</li><li><b>b</b></li></ul>'],
  ['what was never opened is not closed', 'a</b></div>', 'a'],
  ['an attribute without a value stays', '<b data-x title>a</b>', '<b data-x="" title="">a</b>'],
  ['a raw text that never ends takes the rest', 'a<script>b</p>', 'a'],
  ['comments, doctypes and instructions are left out', 'a<!-- b --><!doctype x><?c d?>', 'a'],
])('%s', (_sentence, html, clean) => {
  expect(sanitiseHtml(html)).toBe(clean)
})
