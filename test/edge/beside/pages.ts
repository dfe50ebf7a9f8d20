import { selectAll } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { ContentItem } from '../../../wire/record.ts'
import { randomItems } from '../pages/records.ts'
import { oneOf, type Random } from '../random.ts'

const words = [
  'Fast',
  'Größe',
  'for you',
  'plans &amp; prices',
  '日本',
  'A&nbsp;B',
  'it’s',
  '&copy; 2026',
  '1&#x20;2',
  'x &lt; y',
]
const inline = ['b', 'em', 'span', 'strong', 'i', 'small', 'a href="/in"', 'u', 'code', 'mark']
const blocks = ['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure']
const classes = ['lead', 'card', 'cta', 'hero', 'md:flex', 'w-1/2', 'big', 'muted']

/** A page such as people land on, written by hand: headings with markup in them, cards, lists, tables, forms, pictures, icons. */
export function randomLandingPage(random: Random): string {
  const pick = (from: readonly string[]) => oneOf(random, from)
  const maybe = (html: string) => (random(2) ? html : '')
  let ids = 0
  const attributes = () =>
    maybe(` class="${pick(classes)} ${pick(classes)}"`) +
    (random(4) ? '' : ` id=i${ids++}`) +
    (random(6) ? '' : ` title='${pick(words)}'`)
  const text = () =>
    Array.from({ length: 1 + random(3) }, () => pick(words)).join(pick([' ', '\n  ', '&nbsp;']))
  const phrase = (depth: number): string =>
    Array.from({ length: 1 + random(3) }, () => {
      const kind = random(9)
      if (kind === 0 && depth < 2) {
        const name = pick(inline)
        return `<${name}${attributes()}>${phrase(depth + 1)}</${name.replace(/ .*/, '')}>`
      }
      if (kind === 1)
        return pick([
          '<br>',
          '<wbr>',
          '<!-- note -->',
          '<i class="icon"></i>',
          '<svg viewBox="0 0 9 9"><path d="M0 0"/></svg>',
        ])
      if (kind === 2) return '<img src="/in.png" alt="" width=9 height=9>'
      return text()
    }).join(' ')
  const makers: (() => string)[] = [
    () => `<h${1 + random(3)}${attributes()}>${phrase(0)}</h1>`,
    () => `<p${attributes()}>${phrase(0)}${maybe('</p>')}`,
    () =>
      `<a${attributes()} href="/a${random(4)}?x=1&amp;y=2">${phrase(1).replace(/<\/?a\b[^>]*>/g, '')}</a>`,
    () => `<button${attributes()}>${text()}</button>`,
    () =>
      `<ul${attributes()}>${Array.from({ length: 3 }, () => `<li${attributes()}>${phrase(0)}`).join('\n')}</ul>`,
    () => `<img${attributes()} src="/p${random(4)}.png" ${maybe('srcset="/p.png 2x" ')}alt=x>`,
    () => `<picture><source srcset="/s.png"><img${attributes()} src=/p.png></picture>`,
    () =>
      `<input${attributes()} ${pick(['type=text ', 'type=checkbox ', ''])}placeholder="${pick(words)}" value=>`,
    () => `<textarea${attributes()} placeholder=x>\n${pick(words)}</textarea>`,
    () => `<table${attributes()}><tr><th>${text()}<td${attributes()}>${phrase(1)}<tr><td>${text()}</table>`,
    () => `<dl><dt>${text()}<dd${attributes()}>${phrase(0)}</dl>`,
    () => `<blockquote${attributes()}>${phrase(0)}</blockquote>`,
    () => `<select><option>${text()}<option class=big>${text()}</select>`,
    () => `<pre${attributes()}>\n${text()}</pre>`,
    () => `<details><summary${attributes()}>${text()}</summary><p>${text()}</details>`,
    () => `<div style="background-image:url(/bg.png)"${attributes()}>${text()}</div>`,
    () => `<template><p class=lead>${text()}</p></template>`,
    () => `<noscript><p class=lead>${text()}</p></noscript>`,
    () => `<video src=/v.mp4${attributes()}></video>`,
  ]
  const block = (depth: number): string => {
    if (depth > 2 || random(3) === 0) return fixed(oneOf(random, makers)())
    const name = pick(blocks)
    return `<${name}${attributes()}>${Array.from({ length: 1 + random(4) }, () => block(depth + 1)).join(pick(['', '\n']))}</${name}>`
  }
  return `<!doctype html><html><head><meta charset=utf-8><title>T</title></head><body>\n${Array.from({ length: 4 + random(5) }, () => block(0)).join('\n')}\n</body></html>`
}

/** Each heading with its own end. */
const fixed = (html: string) => html.replace(/^<h(\d)(.*)<\/h1>$/s, '<h$1$2</h$1>')

/** Items for a page: some such as a marketer clicks together, which the edge mostly does, and some of any kind. */
export function randomRecord(page: AnyNode[], random: Random): ContentItem[] {
  const elements = selectAll('body *:not(template *):not(noscript *)', page) as Element[]
  if (elements.length === 0) return []
  const likely = Array.from({ length: 1 + random(5) }, () => likelyItem(oneOf(random, elements), random))
  const all = [...likely, ...randomItems(page, random).slice(0, 2)]
  return all.sort(() => random(3) - 1)
}

function likelyItem(element: Element, random: Random): ContentItem {
  const selector = random(2) ? pathOf(element) : (nameOf(element, random) ?? pathOf(element))
  const isLeaf = element.children.every(isText)
  if (element.name === 'img' || element.name === 'video')
    return { selector, type: 'src', payload: oneOf(random, ['/ada.png', '/ada.png?a=1&b="2"', 'ada.png']) }
  if (element.name === 'a' && random(2))
    return {
      selector,
      type: 'href',
      payload: oneOf(random, ['/ada?x=1&y=2', '#ada', 'mailto:ada@example.com', '../é']),
    }
  if (isLeaf && random(3))
    return {
      selector,
      type: 'text',
      payload: oneOf(random, ['For Ada', 'Größe <b>', '', '日本 "&amp;"', ' Ada ', 'Ada\nLovelace']),
    }
  return {
    selector,
    type: 'html',
    payload: oneOf(random, [
      '<b>For</b> Ada',
      'Ada &amp; <em class="k">co</em>',
      '<p>For Ada</p><p>B</p>',
      'Ada',
    ]),
  }
}

/** An element's id or its name and class; `undefined` if it has none. */
function nameOf({ name, attribs }: Element, random: Random): string | undefined {
  const classNames = (attribs.class ?? '').split(/\s+/).filter((one) => one !== '')
  if (attribs.id) return `#${attribs.id}`
  if (classNames.length === 0) return undefined
  return `${random(2) ? name : ''}.${oneOf(random, classNames).replace(/[^\w-]/g, '\\$&')}`
}

/** An element's way from the body. */
function pathOf(element: Element): string {
  const { name, parent } = element
  if (!parent || !isTag(parent)) return name
  const place = parent.children.filter(isTag).indexOf(element) + 1
  return name === 'body' ? name : `${pathOf(parent)} > ${name}:nth-child(${place})`
}
