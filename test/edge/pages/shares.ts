import { selectAll } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { ContentItem } from '../../../wire/record.ts'
import { isTarget } from '../../../wire/targets.ts'
import { oneOf, randomNumbers } from '../random.ts'
import { rewrite } from '../rewrite.ts'
import { parsePage } from './judge-record.ts'
import { realPages } from './real-pages.ts'

/**
 * Which share of the targets on real pages the edge changes itself: of 40 elements with words on each page, by chance, but always the
 * same, for a text and for HTML.
 */
const perPage = 40
const payloads = { text: 'For Ada', html: 'For <b>Ada</b>' } as const
const headings = /^(?:h[1-6]|p)$/

interface Share {
  targets: number
  /** Those that the edge changes. */
  changed: number
  /** Those that it leaves only because the page's own content could not be given back exactly. */
  notGivenBack: number
}

const shares: Record<string, Share> = {}
for (const [seed, { bytes }] of (await realPages(100)).entries()) {
  const random = randomNumbers(seed)
  const all = (selectAll('body *', parsePage(bytes).nodes) as Element[]).filter(
    (one) => isTarget('html', one.name) && isTarget('text', one.name) && wordsIn(one).trim(),
  )
  for (let count = Math.min(perPage, all.length); count > 0; count--) countOne(bytes, oneOf(random, all))
}
console.table(shares)

function countOne(bytes: Uint8Array, element: Element) {
  for (const type of ['text', 'html'] as const) {
    const item: ContentItem = { selector: pathOf(element), type, payload: payloads[type] }
    const isChanged = (hasMarks: boolean) =>
      rewrite(bytes, [item], undefined, hasMarks)
        .replace(/<script[^>]*id="motif-record".*?<\/script>/, '')
        .includes(payloads[type])
    const isDone = isChanged(true)
    const isHeld = !isDone && isChanged(false)
    for (const kind of headings.test(element.name) ? ['any', 'headings and paragraphs'] : ['any']) {
      const share = shares[`${type}, ${kind}`] ?? { targets: 0, changed: 0, notGivenBack: 0 }
      shares[`${type}, ${kind}`] = share
      share.targets++
      if (isDone) share.changed++
      if (isHeld) share.notGivenBack++
    }
  }
}

function wordsIn(node: AnyNode): string {
  if (isText(node)) return node.data
  return isTag(node) ? node.children.map(wordsIn).join('') : ''
}

function pathOf(element: Element): string {
  const { name, parent } = element
  if (!parent || !isTag(parent) || name === 'body') return name
  return `${pathOf(parent)} > ${name}:nth-child(${parent.children.filter(isTag).indexOf(element) + 1})`
}
