import { isDeepStrictEqual } from 'node:util'
import { selectAll } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import type { ContentItem } from '../../../wire/record.ts'
import { rewrite } from '../rewrite.ts'

/** A page as parse5 reads it, one character a byte. */
interface ParsedPage {
  text: string
  nodes: AnyNode[]
}

const options = { treeAdapter: adapter, scriptingEnabled: true, sourceCodeLocationInfo: true }
const toNodes = (text: string): AnyNode[] => parse(text, options).children

export function parsePage(bytes: Uint8Array): ParsedPage {
  const text = Buffer.from(bytes).toString('latin1')
  return { text, nodes: toNodes(text) }
}

/** What was wrong, and how many elements are others. */
interface RecordVerdict {
  changed: number
  targets: number
  faults: string[]
}

const ownScripts = /<script type="application\/json" id="motif-[^>]*>[^<]*<\/script>/g
const written = new Set(['src', 'srcset', 'href', 'placeholder'])

/**
 * Puts a record into a page in chunks of each size. The answers have to be the same, the bytes outside of targets those
 * of the page, and the tree the page's but for what the items say.
 */
export function judgeRecord(
  page: ParsedPage,
  bytes: Uint8Array,
  items: ContentItem[],
  sizes: number[],
): RecordVerdict {
  const answer = rewrite(bytes, items)
  const faults = sizes
    .filter((size) => rewrite(bytes, items, () => size) !== answer)
    .map((size) => `chunks of ${size} bytes change the answer`)
  const made = answer.replace(ownScripts, '')
  const targets = new Set(items.flatMap(({ selector }) => selectAll(selector, page.nodes) as Element[]))
  if (!areBytesKept(page.text, made, [...targets])) faults.push('bytes outside of targets are others')
  const judged = { changed: 0, targets: targets.size, faults }
  compare(page.nodes, toNodes(made), targets, judged)
  return judged
}

/** Whether an answer has all that stands outside of the targets, in its order and without gaps at both ends. */
function areBytesKept(page: string, made: string, targets: Element[]): boolean {
  const places = targets.map(({ sourceCodeLocation }) => sourceCodeLocation).filter((place) => !!place)
  const sorted = places.sort((a, b) => a.startOffset - b.startOffset)
  let at = 0
  let from = 0
  for (const { startOffset, endOffset } of sorted) {
    if (endOffset <= from) continue
    const kept = page.slice(from, Math.max(from, startOffset))
    const found = made.indexOf(kept, at)
    if (found < 0 || (from === 0 && found > 0)) return false
    at = found + kept.length
    from = endOffset
  }
  const rest = page.slice(from)
  return made.endsWith(rest) && made.length - rest.length >= at
}

const isOfPage = (node: AnyNode): boolean => isTag(node) || isText(node)

function compare(before: AnyNode[], after: AnyNode[], targets: Set<Element>, judged: RecordVerdict) {
  const [ours, theirs] = [before.filter(isOfPage), after.filter(isOfPage)]
  if (ours.length !== theirs.length)
    return void judged.faults.push(`${theirs.length} nodes, not ${ours.length}`)
  for (const [place, node] of ours.entries()) compareOne(node, theirs[place] as AnyNode, targets, judged)
}

function compareOne(before: AnyNode, after: AnyNode, targets: Set<Element>, judged: RecordVerdict) {
  if (!isTag(before) || !isTag(after) || before.name !== after.name) {
    if (!isText(before) || !isText(after) || before.data !== after.data) judged.faults.push('another node')
    return
  }
  const isTarget = targets.has(before)
  const names = new Set([...Object.keys(before.attribs), ...Object.keys(after.attribs)])
  const other = [...names].filter((name) => before.attribs[name] !== after.attribs[name])
  if (other.some((name) => !isTarget || !written.has(name)))
    judged.faults.push(`${other.join()} of ${before.name}`)
  const isOther = isTarget && !isDeepStrictEqual(outline(before.children), outline(after.children))
  if (isOther && !hasTarget(before, targets)) judged.changed++
  else if (other.length > 0) judged.changed++
  if (!isOther || hasTarget(before, targets)) compareChildren(before, after, targets, judged)
}

/** Where a target stands in another, either may have been changed. */
function compareChildren(before: Element, after: Element, targets: Set<Element>, judged: RecordVerdict) {
  const inner: RecordVerdict = { changed: 0, targets: 0, faults: [] }
  compare(before.children, after.children, targets, inner)
  if (inner.faults.length > 0 && targets.has(before)) judged.changed++
  else {
    judged.changed += inner.changed
    judged.faults.push(...inner.faults)
  }
}

const hasTarget = (element: Element, targets: Set<Element>): boolean =>
  element.children.some((child) => isTag(child) && (targets.has(child) || hasTarget(child, targets)))

function outline(nodes: AnyNode[]): unknown[] {
  return nodes.flatMap((node): unknown[] => {
    if (isText(node)) return [node.data]
    return isTag(node) ? [[node.name, { ...node.attribs }, outline(node.children)]] : []
  })
}
