import { describe, expect, test } from 'vitest'
import { compareWithParse5 } from './followed.ts'
import { judgePage } from './judge.ts'

/** Pages for sections of https://html.spec.whatwg.org/multipage/parsing.html; `npm run test:long -- edge-parsing` has many more. */
const sections: Record<string, string[]> = {
  'tag open, tag name, attributes (13.2.5.6–40)': [
    '<p a=b/c=d e/><b\tf\n=\r"g>" h=\'i"\'>x</b></p>',
    '<p =a ==b><i a a=1>x<3 <é></i></p>',
    '<p a="<h1>" b=<h2>>x</p ></h1>',
    '<P ID=a>x</P/><p a=x/>y',
  ],
  'script data escaped (13.2.5.15–31)': [
    '<script><!--<script></script>--></script><p>x',
    '<script><!-- </script><p>x',
    '<script><!--<script></script><p>x',
  ],
  'comments and declarations (13.2.5.41–52)': [
    '<!--><p>x</p><!---><p>y</p><!-- a --!><p>z',
    '<!-- a > -- --- --><p>x</p><?b c><p>y</p></ d><p>z',
    '<![CDATA[<p>]]>x<p>y</p><svg><![CDATA[<p>]]></svg><p>z',
  ],
  'the head (13.2.6.4.3–6)': [
    '<title>a</title><meta name=b><p>x</p><title>c</title>',
    '<head></head><link><style>p{}</style>\n<body class=b><p>x</p></body><p>y',
    '<html lang=a>\n<base><noscript><p>x</noscript>text<p>y',
  ],
  'paragraphs and items (13.2.6.4.7)': [
    '<p>a<div>b</div><p>c<ul><li>d<li>e<ul><li>f</ul><li>g</ul>h</p>',
    '<dl><dt>a<dd>b<dt>c</dl><select><option>a<option>b<optgroup><option>c</select>',
    '<form><p>a<form>b</form></p></form><h1>a<h2>b</h2></h1><button>a<button>b',
  ],
  'formatting (13.2.6.4.7)': [
    '<p><b>a<p>b</b></p>c',
    '<a>b<a>c</a></a><p>d',
    '<div><i>a<div>b</i>c</div></div><p>d',
  ],
  'tables (13.2.6.4.9–15)': [
    '<table><tr><td>a<td>b<tr><th>c</table><p>d',
    '<table><caption>a<col><tbody><td>b<table><td>c</table><td>d</table>',
    '<table>a<tr><td>b</table><p>c',
    '<p>a<table><td>b<p>c</table>d',
    '<table><col><script></script><tbody><td>b</table><p>c',
    '<table><colgroup><style></style><template></template><col></b><col></table><p>c',
    '<table><colgroup><template></template><col></div><col></tbody><col></table><p>c',
    '<table><col><input type=hidden><tr><td>b</table><p>c',
  ],
  'templates and foreign content (13.2.6.4.22, 13.2.6.5)': [
    '<template><p>a<template><tr><td>b</template></p></template><p>c',
    '<p>a</p><template><svg><![CDATA[ > </svg></template><p>b</p> ]]></svg></template><p>c',
    '<p>a</p><template><math><![CDATA[ > </math></template><p>b</p> ]]></math></template><p>c',
    '<template><svg></svg><select></select><![CDATA[ > </template><p>a</p> ]]></template><p>b',
    '<svg><title><p>a</title></svg><p>b<svg/><p>c<svg><path/><g></g></svg><p>d',
    '<p>a</p><math><mi>b</mi></math><p>c',
  ],
}

describe.each(Object.entries(sections))('%s', (_, pages) => {
  test.each(pages)('%s', (html) => {
    for (const page of [html, `<!doctype html>${html}`]) {
      const { right, differences } = compareWithParse5(new TextEncoder().encode(page))
      expect(differences).toEqual([])
      expect(right).toBeGreaterThan(0)
      expect(judgePage(page, '*', [1, 2, 3, 7]).faults).toEqual([])
    }
  })
})
