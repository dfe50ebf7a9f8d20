import { expect, test } from 'vitest'
import { judgePage } from './judge.ts'
import { oneOf, type Random, randomNumbers } from './random.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

/** `EDGE_PAGES=200000` tries more, with the seed that a failure prints as `SEED`. */
const rounds = Number(process.env.EDGE_PAGES ?? 2000)

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
    const name = oneOf(random, names)
    if (kind < 9) {
      open.push(name)
      page += `<${random(9) ? name : name.toUpperCase()}${attributes()}${random(15) ? '' : '/'}>`
    } else if (kind < 16) page += open.length ? `</${random(9) ? open.pop() : name}>` : 'word'
    else page += oneOf(random, others)
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

test("what the edge changes is what a browser's parser and a selector engine find, or it is left", () => {
  const counts = { pages: 0, changed: 0, left: 0 }
  for (let round = 0; round < rounds; round++) {
    const random = randomNumbers(seed + round)
    const page = randomPage(random)
    const selector = oneOf(random, selectors)
    const about = `seed ${seed + round}: ${selector} in ${JSON.stringify(page)}`
    const { targets, changed, faults } = judgePage(page, selector, [1, 1 + random(12)])
    expect(faults, about).toEqual([])
    counts.pages++
    counts.changed += changed
    counts.left += targets - changed
  }
  console.info(`seed ${seed}: ${JSON.stringify(counts)}`)
  expect(counts.changed).toBeGreaterThan(counts.pages / 40)
}, 3_600_000)
