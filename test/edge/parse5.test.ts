import { selectAll } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { expect, test } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { rewrite, withoutRecord } from './rewrite.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

/** `EDGE_PAGES=200000` tries more, with the seed that a failure prints as `SEED`. */
const rounds = Number(process.env.EDGE_PAGES ?? 2000)

/** Mulberry32: small, and the same for one seed. */
function randomNumbers(from: number) {
  let state = from
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const names =
  'div p h1 h2 span b a em ul li ol dl dt dd table tr td th tbody caption section form button option select svg path title script style template noscript textarea pre i nav br img input body head html ruby rt object'.split(
    ' ',
  )
const others = [
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

function randomPage(random: (below: number) => number): string {
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
    return random(2) ? (all[random(all.length)] as string) : ''
  }
  for (let count = 5 + random(40); count > 0; count--) {
    const kind = random(20)
    const name = names[random(names.length)] as string
    if (kind < 9) {
      open.push(name)
      page += `<${random(9) ? name : name.toUpperCase()}${attributes()}${random(15) ? '' : '/'}>`
    } else if (kind < 16) page += open.length ? `</${random(9) ? open.pop() : name}>` : 'word'
    else page += others[random(others.length)]
  }
  return page
}

const selectors = [
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

/** What one item is to do: its mark says which elements were changed, and how often. */
function marked(selector: string): ContentItem[] {
  return [{ selector, type: 'text', payload: 'M@RK' }]
}

const parsed = (page: string) => parse(page, { treeAdapter: adapter, scriptingEnabled: true })
const isIn = (node: AnyNode, pattern: RegExp): boolean =>
  (isTag(node) && pattern.test(node.name)) || (!!node.parent && isIn(node.parent as AnyNode, pattern))
const text = (element: Element) => element.children.map((node) => (isText(node) ? node.data : '')).join('')

/** The page as parse5 reads it, with what tells elements apart. */
function treeOf(nodes: AnyNode[]): unknown[] {
  return nodes.flatMap((node): unknown[] => {
    if (isText(node)) return [node.data]
    if (!isTag(node)) return []
    return [[node.name, { ...node.attribs }, treeOf(node.children)]]
  })
}

test("what the edge changes is what a browser's parser and a selector engine find, or it is left", () => {
  const counts = { pages: 0, changed: 0, left: 0 }
  for (let round = 0; round < rounds; round++) {
    const random = randomNumbers(seed + round)
    const page = randomPage(random)
    const selector = selectors[random(selectors.length)] as string
    const about = `seed ${seed + round}: ${selector} in ${JSON.stringify(page)}`
    const whole = rewrite(page, marked(selector))
    const size = 1 + random(12)
    expect(
      rewrite(page, marked(selector), () => 1 + random(size)),
      `chunks, ${about}`,
    ).toBe(whole)
    // What was changed is found in the original by its place, and changed there as the edge did.
    const before = parsed(page)
    const targets = selectAll(selector, before.children, {
      quirksMode: !/^<!doctype/i.test(page),
    }) as Element[]
    const after = parsed(withoutRecord(whole))
    const changed = (selectAll('*', after.children) as Element[]).filter(
      (one) => /^M@RK$/.test(text(one)) || one.attribs.placeholder === 'M@RK',
    )
    const places = selectAll('*', before.children) as Element[]
    const all = selectAll('*', after.children) as Element[]
    for (const one of changed) {
      const original = places[all.indexOf(one)] as Element
      expect(targets.includes(original), about).toBe(true)
      if (one.attribs.placeholder === 'M@RK') original.attribs.placeholder = 'M@RK'
      else original.children = one.children
      expect(isIn(original, /^(?:template|svg|noscript)$/), about).toBe(false)
    }
    expect(treeOf(after.children), about).toEqual(treeOf(before.children))
    counts.pages++
    counts.changed += changed.length
    counts.left += targets.length - changed.length
  }
  console.info(`seed ${seed}: ${JSON.stringify(counts)}`)
  expect(counts.changed).toBeGreaterThan(counts.pages / 40)
}, 3_600_000)
