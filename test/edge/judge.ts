import { isDeepStrictEqual } from 'node:util'
import { selectAll } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import type { ContentItem } from '../../wire/record.ts'
import { rewrite, withoutRecord } from './rewrite.ts'

/** What the edge did to a page, judged by parse5 and a selector engine. */
export interface Verdict {
  targets: number
  changed: number
  faults: string[]
}

/** What one item is to do: its mark says which elements were changed. */
const marked = (selector: string): ContentItem[] => [{ selector, type: 'text', payload: 'M@RK' }]

const parsed = (page: string) => parse(page, { treeAdapter: adapter, scriptingEnabled: true })
const isIn = (node: AnyNode, pattern: RegExp): boolean =>
  (isTag(node) && pattern.test(node.name)) || (!!node.parent && isIn(node.parent as AnyNode, pattern))
const textOf = (element: Element) => element.children.map((node) => (isText(node) ? node.data : '')).join('')
const isChanged = (one: Element) => textOf(one) === 'M@RK' || one.attribs.placeholder === 'M@RK'

/**
 * Changes the text of what a selector finds in a page, in chunks of each of these sizes, and compares: what was changed
 * is a target, everything else is as it was, and the chunks do not matter.
 */
export function judgePage(page: string, selector: string, sizes: number[]): Verdict {
  const whole = rewrite(page, marked(selector))
  const faults = sizes
    .filter((size) => rewrite(page, marked(selector), () => size) !== whole)
    .map((size) => `chunks of ${size} bytes change the page`)
  // The edge's answer and the page are compared one character a byte.
  const before = parsed(Buffer.from(page).toString('latin1'))
  const after = parsed(withoutRecord(whole))
  const targets = selectAll(selector, before.children, { quirksMode: !/^<!doctype/i.test(page) }) as Element[]
  const places = selectAll('*', before.children) as Element[]
  const all = selectAll('*', after.children) as Element[]
  const changed = all.filter(isChanged)
  for (const one of changed) {
    const original = places[all.indexOf(one)]
    if (!original || !targets.includes(original)) faults.push(`${one.name} is no target`)
    else if (isIn(original, /^(?:template|svg|noscript)$/)) faults.push(`${one.name} is to be left`)
    else if (one.attribs.placeholder === 'M@RK') original.attribs.placeholder = 'M@RK'
    else original.children = one.children
  }
  if (!isDeepStrictEqual(treeOf(after.children), treeOf(before.children)))
    faults.push(`the page is another: ${whole}`)
  return { targets: targets.length, changed: changed.length, faults }
}

/** The page as parse5 reads it, with what tells elements apart. */
function treeOf(nodes: AnyNode[]): unknown[] {
  return nodes.flatMap((node): unknown[] => {
    if (isText(node)) return [node.data]
    if (!isTag(node)) return []
    return [[node.name, { ...node.attribs }, treeOf(node.children)]]
  })
}
