import { oneOf, type Random, randomNumbers } from '../random.ts'

/** A page that a parser may read in another way than a browser, and selectors that show it. */
export interface TrickyPage {
  html: string
  selectors: string[]
}

const doctype = '<!doctype html>'
const inBody = (html: string) => `${doctype}<html><head><title>T</title></head><body>${html}</body></html>`
const list = '<p>A</p><p class=b>B</p><p>C</p><a href=/d>D</a>'
const nth = [
  'body > p:nth-child(1)',
  'body > p:nth-child(2)',
  'body > :nth-child(3)',
  'p + p',
  'p ~ a',
  'p:first-of-type',
  'body > :first-child',
]

/** Each state of the parser before the body, and what browsers do there with what may come. https://html.spec.whatwg.org/#tree-construction */
const beforeBody = [
  ' ',
  '&#32;',
  '&#x20;',
  '&#X20;',
  '&#9',
  '&Tab;',
  '&NewLine;',
  '&#13;',
  '&#0010;',
  '&#xc;',
  '&#32',
  '&nbsp;',
  '&Tab',
  '&amp;',
  '&#320;',
  '&#x200;',
  '&ThickSpace;',
  '<!-- c -->',
  '<noscript>n</noscript>',
  '<noscript><link></noscript>',
  '<template><p>x</p></template>',
  '<template shadowrootmode=open><p>x</p></template>',
  '<script>"<p>"</script>',
  '<style>p{}</style>',
  '<title>x</title>',
  '<meta>',
  '<link>',
  '<base href=/x/>',
  '<basefont>',
  '<bgsound>',
  '<noframes>x</noframes>',
  '</p>',
  '</head>',
  '</div>',
  '</title>',
  '<head>',
  'x',
  '<',
  '</',
  '<!x>',
  '<?x>',
  '\f',
  '<svg></svg>',
  '<textarea>x</textarea>',
  '<iframe></iframe>',
  '<!doctype html>',
]
const places: ((tricky: string) => string)[] = [
  (tricky) => `${tricky}${doctype}<title>T</title>${list}`,
  (tricky) => `${doctype}${tricky}<html><head><title>T</title></head><body>${list}`,
  (tricky) => `${doctype}<html>${tricky}<head><title>T</title></head><body>${list}`,
  (tricky) => `${doctype}<html><head>${tricky}<title>T</title></head><body>${list}`,
  (tricky) => `${doctype}<html><head><title>T</title></head>${tricky}<body>${list}`,
  (tricky) => `${doctype}<html><head><title>T</title></head>${tricky}${list}`,
  (tricky) => `${doctype}<title>T</title>${tricky}${list}`,
  (tricky) => `${doctype}<html><head></head><body>${tricky}${list}`,
  (tricky) => `${doctype}<html><head></head><body><p>0</p></body>${tricky}${list}`,
  (tricky) => `${doctype}<html><head></head><body><p>0</p></body></html>${tricky}${list}`,
]

const shadow = '<template shadowrootmode="open"><slot></slot><a href=/x>x</a></template>'
const links = '<a href="/">Home</a><a class="k b" href="/plans">Plans</a><h2>H</h2>'
const linkSelectors = [
  'a:nth-child(2)',
  'a:first-child',
  'template + a',
  'a:nth-of-type(2)',
  'a + a',
  'template ~ h2',
  'a:not(:first-child)',
  ':not(template) + h2',
  'h2:nth-child(3)',
  'template',
]
const hosts = [
  'site-header',
  'div',
  'section',
  'p',
  'span',
  'nav',
  'h1',
  'ul',
  'a',
  'details',
  'font-face',
  'main',
  'body',
  'td',
  'object',
]
const shadows = [
  shadow,
  shadow.replace('open', 'CLOSED'),
  shadow.replace('open', 'none'),
  shadow.replace('open', 'open '),
  shadow.replace('"open"', 'op&#101;n'),
  shadow + shadow,
  shadow.replace('open', 'bad') + shadow,
  `<template>${shadow}</template>`,
  `<i>i</i>${shadow}`,
  `<div>${shadow}</div>${shadow}`,
  '<template shadowrootmode=open><template shadowrootmode=open></template></template>',
]

const attributes = [
  'value=>',
  'alt=>',
  'href=>',
  'class=>',
  'data-x=1 />',
  '/>',
  'x= >',
  'a=b/>',
  "a='b'c>",
  '">',
  '=x>',
  'a="<p>">',
  `a="${'x'.repeat(5000)}">`,
  'hidden>',
  'A=1 a=2>',
]
const tags = ['input placeholder=x', 'img src=/a.png', 'a href=/x', 'h1', 'p']

const content = [
  '<table><tr><td>A<td class=b>B</table>',
  '<table>&#32;<tr><td>A</table>',
  '<table><caption>c</caption><col><tbody><tr><th>A</table><p>B',
  '<table><input type=hidden><tr><td>A</table>',
  '<table><script>1</script><template><td></template><tr><td>A</table>',
  '<select><option>A<option class=b>B<optgroup><option>C</select><p>D',
  '<select><hr><option>A</select>',
  '<select><div>A</div></select>',
  '<svg><title>A</title><a href=/x>B</a><g><path/></g></svg><p>C',
  '<svg><p>A</p></svg>',
  '<math><mi>A</mi></math><p>B',
  '<svg><![CDATA[<p>]]></svg><p>A',
  '<!-- <p> --><p>A',
  '<!--><p>A',
  '<!---><p>A--><p>B',
  '<!--a--!><p>A',
  '<!-- -- > --><p>A',
  '<!a><p>A',
  '<?a><p>A',
  '</ a><p>A',
  '<script><!--<script></script>--></script><p>A',
  '<script><!--</script><p>A',
  '<textarea><p>A</textarea><p>B',
  '<textarea>\nA</textarea>',
  '<pre>\nA</pre><pre>\n\nB</pre>',
  '<ul><li>A<li class=b>B<ul><li>C</ul></ul>',
  '<dl><dt>A<dd>B<dt class=b>C</dl>',
  '<p>A<div>B</div></p><p>C',
  '<p>A<p class=b>B</div>C',
  '<a href=/x>A<a href=/y>B</a>',
  '<b>A<p>B</b>C</p>',
  '<i>A<b>B</i>C</b><p>D',
  '<form><form><p>A</form><p>B</form>',
  '<button>A<button>B</button>',
  '<h1>A<h2>B</h2>',
  '<h1>A</h2><p>B',
  '<ruby>A<rt>B<rp>C</ruby><p>D',
  '<iframe><p>A</iframe><p>B',
  '<noembed><p></noembed><p>A',
  '<xmp><p></xmp><p>A',
  '<object><p>A</object><p>B',
  '<marquee><p>A</marquee><p>B',
  '<noscript><p>A</noscript><p>B',
  '<template><p>A<template><p></template></template><p>B',
  '<video src=/a><source src=/b></video><p>A',
  '<picture><source srcset=/x><img src=/a></picture><img src=/b srcset="/c 2x">',
  '<p>A &amp; B &lt; C &copy; &notit; &#128; é</p>',
  '<p title="a &amp; b" class="&#98; c">A</p>',
  '<img alt=">" src="/a?b&amp;c">',
  '<p class="a\tb\nc">A</p>',
  '<p CLASS=b ID=i>A</p><P class=B>C</P>',
  '<details><summary>A</summary><p>B</details>',
  '<dialog><p>A</dialog>',
  '<search><p>A</search>',
  '<hgroup><p>A<h1>B</hgroup>',
  '<a href=/x><div>A</div></a><p>B',
  '<span><div>A</div></span>',
  '<p><table><tr><td>A</table>B',
  '<plaintext><p>A',
  '<frameset><frame></frameset>',
  '<image src=/a><p>A',
  '<nobr>A<nobr>B</nobr>',
  '<br></br><p>A',
  '</p><p>A',
  '<li>A<li>B',
  '<tr><td>A',
  '<option>A<option>B',
  '<body class=late><p>A',
  '<html class=late><p>A',
  '<head><p>A',
  '<keygen><p>A',
  '<menuitem>A<p>B',
  '<font-face><p>A</font-face>',
  '<h1>Meet <em>Launch</em> now</h1><p>A',
  '<h1 class=b>\n  <a href=/x>Title</a>\n</h1>',
  '<p><i class=icon></i>&nbsp; Text &amp; more</p>',
  '<a href=/x><svg viewBox="0 0 9 9"><title>x</title><path d="M0 0"/></svg> Go </a>',
  '<a href=/x>Go <img src=/a.png></a>',
  '<p>A<br>B</p><p>A <wbr></p><p><br>A</p>',
  '<p>日本 <b>é</b>\r\n</p><p><b>A</b></p><p><b>&nbsp;</b>A</p>',
  '<p>A<b></b>B</p><p><b><i>A</i></b> </p><p><b>A</b>B</p>',
  '<p>A<!-- c --><b>B</b></p><p>A &#8291;<b>B</b></p>',
  '<p>A <b>B</p>C</b><p>D',
  '<p>A <b>B</i></b></p><p>A <b class=b>B</b></p>',
  '<h1>A <b>&copy;</b></h1><p>A <s>1</s><u> </u>2</p>',
  '<div class=b>A <div>B</div></div><div class=b><b>A</b></div>',
  '<select><button><selectedcontent></selectedcontent></button><option>A<option class=b>B</select><p>C',
  '<select><option>A</option><p>x</p></select><p>C',
  '<select><option><b>A</b></option></select><p>C',
  '<select><input><p>A',
  '<select><textarea>a</textarea><p>b',
  '<select><select><p>A',
  '<select></p><p>A',
  '<select><option>A</div><p>B',
  '<div><select><option>A</div><p>B',
  '<select><script>"<p>"</script><option>A</select><p>B',
  '<select><template><p></template><option>A</select><p>B',
  '<select><svg></svg></select><p>A',
  '<select><optgroup><option>A</optgroup><option>B</select><p>C',
  '<select><option>A<hr><option>B</select><p>C',
  '<table><tr><td><select><option>A<td>B</table><p>C',
  '<table><select><tr><td>A</table><p>B',
  '<option><p>A<option>B',
  '<optgroup><option>A<optgroup>B<p>C',
  '<datalist><option>A<option>B</datalist><p>C',
  '<svg><foreignObject><p>A</p></foreignObject></svg><p>B',
  '<svg><desc><p>A</desc></svg><p>B',
  '<svg><title>a</title><a href=/x>b</a><text>t</text></svg><p>B',
  '<svg><style><p></style></svg><p>A',
  '<svg><script><p></script></svg><p>A',
  '<svg/><p>A',
  '<svg><g/><p>A',
  '<svg><br></svg><p>A',
  '<svg><font color=red>A</font></svg><p>B',
  '<svg><font>A</font></svg><p>B',
  '<svg><image href=/x /></svg><p>A',
  '<svg><template><p>A</template></svg><p>B',
  '<svg></SVG><p>A',
  '<svg><a><b>x</b></a></svg><p>A',
  '<svg><![CDATA[</svg><p>]]></svg><p>A',
  '<math><annotation-xml encoding="text/html"><p>A</annotation-xml></math><p>B',
  '<math><mi><p>A</mi></math><p>B',
  '<math><mtext><svg><desc></math><p>B',
  '<template><template><p></template><svg></template><p>A',
  '<template><table><tr></template><p>A',
  '<template><select><option></template><p>A',
  '<template><script>"</template>"</script></template><p>A',
  '<template></p></div></template><p>A',
  '<div><template></div></template><p>A</div><p>B',
  '<template><body class=x></template><p>A',
  '<template><!-- </template> --></template><p>A',
  '<p>A<base href=/z/><p>B',
  '<a href=/x href=/y class=b class=c>A</a>',
  '<img src=/a src=/b srcset="" srcset=x><p>A',
  '<p class=b id=i class=i>A',
  '<p =b class=b>A',
  '<p "class=b>A',
  '<p class=b/id=i>A',
  "<p class='b'id=i>A",
  '<p class = b>A',
  '<p class\n=\n"b">A',
  '<p class=&quot;b&quot;>A',
  '<p class=b&amp>A',
  '<p class="b&ampx">A',
  '<p id="&#x69;">A',
  '<p id=&#105>A',
  '<p id=&#105;>A',
  '<p>A\rB\r\nC</p><p>\rD',
  '<p class="a\r\nb">A',
  '<textarea>\r\nA</textarea><p>B',
  '<pre>\r\nA</pre><pre>\r\n\r\nB</pre><pre class=b>A\r\n</pre>',
  '<p>A\0B</p><p>C',
  '<p cl\0ass=b>A</p><p>B',
  '<p>A\fB</p>',
  '<h1>\r\n<b>A</b>\r\n</h1>',
  '<frameset><frame></frameset><p>A',
  '<noframes><p></noframes><p>A',
  '<xmp><p>A</xmp><p>B',
  '<listing>\nA</listing><p>B',
  '<p><b>A<p>B</b><p>C',
  '<b><p>A</b>B</p><p>C',
  '<a>A<div>B</a>C</div><p>D',
  '<p><a href=/x>A</p><p>B</a>C',
  '<i><table><tr><td>A</i></table><p>B',
  '<table><tr><td><b>A<td>B</table><p>C',
  '<nobr>A<nobr>B</nobr><p>C',
  '<font>A<p>B</font><p>C',
  '<b>1<b>2<b>3<b>4</b><p>A',
  '<u><button>A</u></button><p>B',
  '<b><object>A</b></object><p>B',
  '<form><p>A<form><p>B</form><p>C</form><p>D',
  '<form><div></form><p>A</div><p>B',
  '<table><form><tr><td>A</form></table><p>B',
  '<form><table><tr><td></form><p>A</table><p>B',
  '<ul><li>A<div><li>B</div></ul><p>C',
  '<ul><li>A<p><li>B</ul><p>C',
  '<dl><dt>A<dl><dd>B</dl><dd>C</dl><p>D',
  '<li>A<ul><li>B</li></ul></li><p>C',
  '<ol><li><b>A<li>B</b></ol><p>C',
  '<details><summary>A<summary>B</details><p>C',
  '<ruby>A<rp>(<rt>B<rp>)</ruby><p>C',
  '<ruby><rb>A<rtc>B</ruby><p>C',
  '<ruby>A<rt><b>B<rp>C</ruby><p>D',
  '<h1>A<h2>B</h1><p>C',
  '<h1>A</h3><p>B',
  '<h1>A<p>B</h1><p>C',
  '<hgroup><h1>A<h2>B</hgroup><p>C',
  '<body class=c><p>A',
  '<html lang=x><p>A',
  '</body><p>A',
  '</html><p>A',
  '</body> <!-- --> <p>A',
  '</html><!-- --><p>A',
  '<p>A</body></html>\n<p>B',
  '<p>A</P ><p>B</p/><p>C</p x=">"><p>D',
  '<p>A</ p><p>B',
  '<p>A</p<p>B',
  '<P/>A<p>B',
  '<div/>A<p>B</div><p>C',
  '<br/>A<p>B',
  '<p>A<br/ >B',
  '<img/src=/a><p>A',
  '<input/type=text placeholder=x><p>A',
  '<search><p>A<search><p>B</search>C',
  '<menu><li>A<li>B</menu><p>C',
  '<dialog open><p>A<dialog>B',
  '<marquee>A<p>B</marquee>C',
  '<applet><p>A</applet><p>B',
  '<center><p>A</center><p>B',
  '<dir><li>A</dir><p>B',
  '<video><source src=/a><track></video><p>A',
  '<picture><img src=/a></picture><p>A',
  '<audio src=/a></audio>',
  '<object><param><p>A</object>',
  '<embed src=/a><p>A',
  '<iframe src=/a><p></iframe><p>A',
  '<canvas><p>A</canvas>',
  '<map><area href=/x></map>',
  '<area href=/x><p>A',
  '<link rel=x><meta name=y><p>A',
  '<title>x</title><p>A',
  '<style><p></style><p>A',
  '<p>A<script><!--<script>"</script>"--></script><p>B',
  '<script>//<!--\n<script>\n</script><p>A',
  '<script><!--</script --><p>B</script><p>A',
  '<p>A<!--<p>B--!><p>C',
  '<p>A<!-->--><p>B',
  '<p>A<!--->--><p>B',
  '<p>A<!-- a--b --><p>C',
  '<!----!><p>A',
  '<!--a--!-><p>A-->',
  '<!--<!--><p>A',
  '<!-- <!-- --!><p>A',
  '<![CDATA[<p>]]><p>A',
  '<!doctype x><p>A',
  '<?php "<p>" ?><p>A',
  '<%= "<p>" %><p>A',
  '</><p>A',
  '<3><p>A',
  '<p>A&lt;b>B',
  '<p>A<b/>B</b>C',
  '<section id="é"><p class="é b">A</p></section><p class="éb">B</p><p hidden id=é class=b>C',
]
const contentSelectors = [
  'p',
  'p:first-child',
  'p:nth-child(2)',
  '.b',
  'td',
  'li:nth-child(2)',
  'a',
  'img',
  'body > *',
  ':not(b)',
  'h1',
  '#i',
  '[class]',
  '[data-x="1" s]',
  '[href]',
  'option',
  'p:nth-of-type(2)',
  '.late p',
]

/** Pages that each show one thing, without chance. */
export function plainTrickyPages(): TrickyPage[] {
  return [
    ...places.flatMap((place) => beforeBody.map((tricky) => ({ html: place(tricky), selectors: nth }))),
    ...hosts.flatMap((host) =>
      shadows.map((inner) => ({
        html: inBody(`<${host}>${inner}${links}</${host}>${list}`),
        selectors: [...linkSelectors.map((one) => `${host} > ${one}`), ...nth],
      })),
    ),
    ...tags.flatMap((tag) =>
      attributes.map((end) => ({
        html: inBody(`<${tag} ${end}A</${tag.replace(/ .*/, '')}>${list}`),
        selectors: ['body > :first-child', tag.replace(/ .*/, ''), '[class]', '[data-x]'],
      })),
    ),
    ...content.map((html) => ({ html: inBody(html), selectors: contentSelectors })),
    ...content.map((html) => ({ html, selectors: contentSelectors })),
  ]
}

const escaped = ['md:text-4xl', 'w-1/2', '[&_p]:mt-4', 'k.0', '2col']
const escaping = (name: string) =>
  name.replace(/^\d/, (digit) => `\\3${digit} `).replace(/[^\w\s\\-]/g, '\\$&')

/** A page of several such things, chosen by chance. */
export function randomTrickyPage(seed: number): TrickyPage {
  const random = randomNumbers(seed)
  const pick = (from: readonly string[]) => oneOf(random, from)
  const classes = ['k0', 'k1', 'K1', ...escaped]
  const element = (depth: number): string => {
    const kind = random(12)
    if (kind === 0) return pick(content.slice(0, 58))
    if (kind === 1) return `<${pick(tags)} ${pick(attributes)}x`
    if (kind === 2)
      return pick(['text', ' ', '&#32;', '&amp;', '<!-- c -->', '<br>', '<hr>', '<img src=/a.png class=k0>'])
    const name = pick([...hosts, 'div', 'div', 'section', 'p', 'ul', 'li', 'h2', 'b', 'article'])
    const inner =
      depth > 3 ? 'text' : Array.from({ length: 1 + random(4) }, () => element(depth + 1)).join('')
    const has = random(4) ? '' : pick(shadows)
    return `<${name} class="${pick(classes)} ${pick(classes)}" id=i${random(9)}>${has}${inner}</${name}>`
  }
  const html =
    oneOf(random, places)(random(2) ? pick(beforeBody) : '') +
    Array.from({ length: 3 + random(6) }, () => element(0)).join('\n')
  return { html, selectors: Array.from({ length: 8 }, () => randomSelector(random, classes)) }
}

function randomSelector(random: Random, classes: string[]): string {
  const compound = () =>
    oneOf(random, [
      () => `.${escaping(oneOf(random, classes))}`,
      () => oneOf(random, [...hosts, 'p', 'a', 'h2', 'li', 'img', 'b', '*']),
      () => `#i${random(9)}`,
      () => oneOf(random, ['[class]', '[href]', '[class~="k1"]', '[class^=k]', '[id=i1 i]']),
    ])()
  const pseudo = () =>
    random(2)
      ? ''
      : oneOf(random, [
          ':first-child',
          ':nth-child(2)',
          ':nth-child(2n+1)',
          ':nth-of-type(2)',
          ':first-of-type',
          ':not(.k0)',
          ':not(:first-child)',
          ':is(p, div, a)',
        ])
  const one = () => compound() + pseudo()
  return oneOf(random, [
    one,
    () => `${one()} ${one()}`,
    () => `${one()} > ${one()}`,
    () => `${one()} + ${one()}`,
    () => `${one()} ~ ${one()}`,
    () => `${one()}, ${one()}`,
  ])()
}

const soupNames =
  'div p h1 h2 span b a em ul li ol dl dt dd table tr td th tbody caption section form button option select svg path title script style template noscript textarea pre i nav br img input body head html ruby rt object'.split(
    ' ',
  )
const soupOthers = [
  '<!-- <h1> -->',
  '<!-->',
  '<![CDATA[ <b> ]]>',
  '<?x>',
  '</>',
  '<',
  '&amp;',
  'text',
  ' ',
  '\n',
  '<3',
  '<!doctype html>',
  '<!--<script>',
  '</scripT foo>',
  '</title/>',
  '<td ',
  'x',
  'text',
  '>',
  '"',
]

function randomPage(random: Random): string {
  const open: string[] = []
  let page = random(8) ? '<!doctype html>' : ''
  const attributes = () => {
    const all = [
      ` class="k${random(3)}"`,
      ` id=i${random(4)}`,
      ` class='k${random(3)} K1'`,
      ' data-x',
      ' href=/a/',
      ' a="<p>"',
    ]
    return random(2) ? oneOf(random, all) : ''
  }
  for (let count = 5 + random(40); count > 0; count--) {
    const kind = random(20)
    const name = oneOf(random, soupNames)
    if (kind < 9) {
      open.push(name)
      page += `<${random(9) ? name : name.toUpperCase()}${attributes()}${random(15) ? '' : '/'}>`
    } else if (kind < 16) page += open.length ? `</${random(9) ? open.pop() : name}>` : 'word'
    else page += oneOf(random, soupOthers)
  }
  return page
}

const soupSelectors = [
  '.k0',
  '.k1',
  '.k2',
  '#i1',
  'p.k1',
  'div > p.k0',
  'div .k1',
  '.k0 + .k1',
  '.k0 ~ *',
  ':is(p, li):first-child',
  'li:nth-child(2n+1)',
  'td:first-of-type',
  '[data-x]',
  '[href]',
  ':not(.k1):not(html):not(body)',
  'tr > td',
  'ul li',
  'section h1',
  'body > *',
]

/** A page of tags in any order, which the edge mostly leaves soon. */
export function randomSoup(seed: number): TrickyPage {
  const random = randomNumbers(seed)
  return { html: randomPage(random), selectors: [oneOf(random, soupSelectors), oneOf(random, soupSelectors)] }
}
