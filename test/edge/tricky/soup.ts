import { oneOf, type Random, randomNumbers } from '../random.ts'
import type { TrickyPage } from './pages.ts'

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
