import { oneOf, type Random, randomNumbers } from '../random.ts'
import { content, contentSelectors } from './bodies.ts'

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
