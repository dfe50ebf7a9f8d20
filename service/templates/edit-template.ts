import { isDeepStrictEqual } from 'node:util'
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  YAMLSeq,
} from 'yaml'
import type { EditedFields, ItemList, TemplateEdit } from '../../wire/editor.ts'

/**
 * Applies changes to a text, one after the other. Comments, order and the form of unchanged parts stay. Throws where
 * the text is not YAML, or a change names an item that does not exist.
 *
 * @example
 * editTemplate('content:\n  - { selector: h1 } # the headline\n', [
 *   { edit: 'setItem', list: 'content', index: 0, fields: { selector: 'h2' } },
 * ]) // 'content:\n  - { selector: h2 } # the headline\n'
 */
export function editTemplate(source: string, edits: readonly TemplateEdit[]): string {
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n'
  return editText(source.replaceAll('\r\n', '\n'), edits).replaceAll('\n', lineEnd)
}

/**
 * Applies changes, keeping only the meaning: the result has the library's own layout. It takes a fraction of the time.
 */
export function editMeaning(source: string, edits: readonly TemplateEdit[]): string {
  const document = openDocument(source)
  for (const edit of edits) apply(document, edit)
  return document.toString({ lineWidth: 0 })
}

function editText(source: string, edits: readonly TemplateEdit[]): string {
  if (edits.length === 0) return source
  const document = openDocument(source)
  // Keeps long lines, and the indentation of lists.
  const layout = { lineWidth: 0, indentSeq: !/^- /m.test(source) }
  const rounds = Math.min(mostRounds, Math.ceil(mostWritten / source.length))
  const atOnce = Math.ceil(edits.length / rounds)
  let [kept, written] = [source, document.toString(layout)]
  for (let at = 0; at < edits.length; at += atOnce) {
    for (const edit of edits.slice(at, at + atOnce)) apply(document, edit)
    const before = written
    written = document.toString(layout)
    kept = keepLines(kept, before, written)
  }
  return meanSame(kept, written) ? kept : written
}

/**
 * How often the whole text is written to find the lines that a change leaves unchanged, and how many characters in all:
 * 30 ms for 60 KB.
 */
const mostRounds = 50
const mostWritten = 600_000

function openDocument(source: string): Document {
  const document = parseDocument(source)
  const [error] = document.errors
  if (error) throw error
  return document
}

/**
 * The library writes the whole text in its own layout. Lines that are the same before and after keep their original
 * form.
 */
function keepLines(source: string, before: string, after: string): string {
  const [own, old, now] = [source, before, after].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ]
  if (own.length !== old.length) return after
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const isInPlace = old.length === now.length
  const changed = now
    .slice(head, now.length - tail)
    .map((line, at) => (isInPlace && line === old[head + at] ? (own[head + at] as string) : line))
  const lines = [...own.slice(0, head), ...changed, ...own.slice(own.length - tail)]
  return lines.join('\n')
}

function meanSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => parseDocument(text))
  const isYaml = [first, second].every((document) => document?.errors.length === 0)
  // Templates may have as many aliases as items.
  const all = { maxAliasCount: -1 }
  return isYaml && isDeepStrictEqual(first?.toJS(all), second?.toJS(all))
}

function apply(document: Document, edit: TemplateEdit): void {
  switch (edit.edit) {
    case 'set':
      setFields(document, rootOf(document), edit.fields)
      return
    case 'setItem':
      setFields(document, itemOf(document, edit.list, edit.index), edit.fields)
      return
    case 'addItem': {
      const list = listOf(document, edit.list)
      const { items } = list
      // An empty list is written as `[]`; new entries go on lines of their own.
      if (items.length === 0) list.flow = false
      items.splice(edit.index ?? items.length, 0, newItem(document, edit.fields))
      return
    }
    case 'removeItem':
      release(document, partsOf(itemOf(document, edit.list, edit.index)))
      listOf(document, edit.list).items.splice(edit.index, 1)
      return
    case 'setGoal':
      setGoal(document, edit.index)
  }
}

function newItem(document: Document, { for: cases, ...fields }: EditedFields): YAMLMap {
  const made = document.createNode(withoutUndefined(fields)) as YAMLMap
  if (cases !== undefined) setFields(document, made, { for: cases })
  return made
}

function setGoal(document: Document, goal: number | undefined): void {
  const { items } = listOf(document, 'analytics')
  items.forEach((_, index) => {
    const isGoal = index === goal
    const item = itemOf(document, 'analytics', index)
    if (isGoal || item.has('goal')) setFields(document, item, { goal: isGoal || undefined })
  })
  if (goal !== undefined) itemOf(document, 'analytics', goal)
}

function setFields(document: Document, map: YAMLMap, fields: EditedFields): void {
  release(document, [map])
  for (const [name, value] of Object.entries(fields)) {
    const known = ownOf(document, map.get(name, true))
    if (isNode(known)) map.set(name, known)
    if (isMap(known) && isFields(value)) setFields(document, known, value)
    else if (name === 'for' && Array.isArray(value)) {
      const cases = isSeq(known) ? known : new YAMLSeq()
      map.set(name, cases)
      setCases(document, cases, value)
    } else {
      if (isNode(known)) release(document, partsOf(known))
      if (value === undefined) map.delete(name)
      // `set` writes a string into the existing node, which keeps its comment and its quotes.
      else map.set(name, isText(value) ? value : document.createNode(value))
    }
  }
}

/** Sets the cases of an item. Those that stay keep their form and their comments, wherever they move. */
function setCases(document: Document, list: YAMLSeq, cases: readonly EditedFields[]): void {
  const nodes = list.items.map((node) => ownOf(document, node))
  const had = nodes.map((node) => (isNode(node) ? node.toJS(document) : node))
  const left = new Set(had.keys())
  const same = cases.map((value) => {
    const at = [...left].find((each) => isDeepStrictEqual(had[each], value))
    if (at !== undefined) left.delete(at)
    return at
  })
  const stay = same.filter((at) => at !== undefined)
  const isInOrder = stay.every((at, index) => index === 0 || at > (stay[index - 1] ?? 0))
  const leaving = list.items.filter((_, at) => !isInOrder || left.has(at)).filter(isNode)
  release(document, [list, ...leaving.flatMap(partsOf)])
  // What is written for the first time goes on lines of its own.
  if (nodes.length === 0) list.flow = false
  list.items = cases.map((value, at) => {
    const stays = same[at]
    if (stays !== undefined) return list.items[stays]
    const changed = left.has(at) ? nodes[at] : undefined
    return isMap(changed) ? setWhole(document, changed, value) : newCase(document, value)
  })
}

/** Makes a mapping say this and nothing else. Parts that say it already stay as they are. */
function setWhole(document: Document, map: YAMLMap, fields: EditedFields): YAMLMap {
  for (const name of Object.keys(map.toJS(document) as object)) if (!(name in fields)) map.delete(name)
  for (const [name, value] of Object.entries(fields)) {
    const known = ownOf(document, map.get(name, true))
    if (isMap(known) && isFields(value)) map.set(name, setWhole(document, known, value))
    else if (!isNode(known) || !isDeepStrictEqual(known.toJS(document), value))
      map.set(name, isText(value) ? value : document.createNode(value))
  }
  return map
}

/** `when` on one line, as people write it. */
function newCase(document: Document, value: EditedFields): YAMLMap {
  const made = document.createNode(value) as YAMLMap
  const when = made.get('when', true)
  if (isMap(when)) when.flow = true
  return made
}

function rootOf(document: Document): YAMLMap {
  document.contents ??= document.createNode({})
  if (isMap(document.contents)) return document.contents
  throw new Error('the template is no mapping of fields')
}

/** A list of the template, created where it does not exist. */
function listOf(document: Document, name: ItemList): YAMLSeq {
  const root = rootOf(document)
  const list = ownOf(document, root.get(name))
  if (isSeq(list)) {
    release(document, [list])
    root.set(name, list)
    return list
  }
  const empty = document.createNode([]) as YAMLSeq
  root.set(name, empty)
  return empty
}

function itemOf(document: Document, name: ItemList, index: number): YAMLMap {
  const list = listOf(document, name)
  const item = ownOf(document, list.items[index])
  if (!isMap(item)) throw new Error(`${name} has no item ${index + 1}`)
  list.items[index] = item
  return item
}

/** The node, or for an alias a copy of its target, so that a change does not affect other places. */
function ownOf(document: Document, node: unknown): unknown {
  const target = isAlias(node) ? node.resolve(document) : undefined
  return isAlias(node) && target ? copyFor(document, node, target) : node
}

/**
 * Makes other places independent of nodes that are about to change, move or go. Of the aliases of each, the first
 * becomes a copy that takes the anchor over, so that the others still say the same.
 */
function release(document: Document, nodes: readonly Node[]): void {
  const targets = nodes.filter((node) => !isAlias(node) && node.anchor)
  if (targets.length === 0) return
  const leaving = new Set(nodes)
  const anchored = new Map<string, Target>()
  visit(document, {
    Alias(_key, alias) {
      const target = anchored.get(alias.source)
      if (!target || !leaving.has(target)) return undefined
      const copy = copyFor(document, alias, target)
      // What leaves itself would take the anchor along.
      if (!leaving.has(alias)) copy.anchor = alias.source
      return copy
    },
    Value(_key, node) {
      if (node.anchor) anchored.set(node.anchor, node)
    },
  })
  for (const target of targets) delete target.anchor
}

/** What an alias can repeat. */
type Target = Scalar | YAMLMap | YAMLSeq

/** A copy of an alias's target, to stand in its place: with the alias's comments, and without anchors and aliases. */
function copyFor(document: Document, alias: Alias, target: Target): Target {
  const { comment, commentBefore, spaceBefore } = alias
  return Object.assign(copyOf(document, target), { comment, commentBefore, spaceBefore })
}

/** More nodes than a template has: aliases of aliases can stand for any number. */
const mostCopied = 100_000

function copyOf(document: Document, target: Target, budget = { left: mostCopied }): Target {
  const aliases = partsOf(target).filter(isAlias).values()
  const copy = target.clone() as Target
  visit(copy, {
    Alias() {
      const repeated = aliases.next().value?.resolve(document)
      return repeated && copyOf(document, repeated, budget)
    },
    Value(_key, node) {
      if (--budget.left < 0) throw new Error('the template repeats more than can be copied')
      delete node.anchor
    },
  })
  return copy
}

/** A node and all nodes in it. */
function partsOf(node: Node): Node[] {
  const parts: Node[] = []
  visit(node, { Node: (_key, part) => void parts.push(part) })
  return parts
}

function isFields(value: unknown): value is EditedFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function withoutUndefined(fields: EditedFields): EditedFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
