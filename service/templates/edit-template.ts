import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isNode, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml'
import type { EditedFields, ItemList, TemplateEdit } from '../../wire/editor.ts'
import { isObject } from '../base/words/json.ts'

/**
 * Applies changes to a text, one after the other. Comments, order and the form of unchanged lines stay. Throws where the
 * text is not YAML, or a change names an item that does not exist.
 *
 * @example
 * editTemplate('content:\n  - { selector: h1 } # the headline\n', [
 *   { edit: 'setItem', list: 'content', index: 0, fields: { selector: 'h2' } },
 * ]) // 'content:\n  - { selector: h2 } # the headline\n'
 */
export function editTemplate(source: string, edits: readonly TemplateEdit[]): string {
  if (edits.length === 0) return source
  const document = parseDocument(source)
  const [error] = document.errors
  if (error) throw error
  // Keeps long lines, and the indentation of lists.
  const layout = { lineWidth: 0, indentSeq: !/^- /m.test(source) }
  const before = document.toString(layout)
  for (const edit of edits) apply(document, edit)
  const after = document.toString(layout)
  const kept = keepLines(source, before, after)
  return isDeepStrictEqual(parse(kept), parse(after)) ? kept : after
}

/** The library writes the whole text in its own layout: lines that are the same before and after get their own form back. */
function keepLines(source: string, before: string, after: string): string {
  const own = source.split(/\r?\n/)
  const old = before.split('\n')
  const now = after.split('\n')
  if (own.length !== old.length) return after
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const isInPlace = old.length === now.length
  const changed = now
    .slice(head, now.length - tail)
    .map((line, at) => (isInPlace && line === old[head + at] ? own[head + at] : line))
  return [...own.slice(0, head), ...changed, ...own.slice(own.length - tail)].join('\n')
}

function parse(text: string): unknown {
  const document = parseDocument(text)
  return document.errors.length === 0 && document.toJS()
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
      // An empty list is written as `[]`; new entries go on their own lines.
      if (items.length === 0) list.flow = false
      const item = document.createNode({}) as YAMLMap
      setFields(document, item, edit.fields)
      items.splice(edit.index ?? items.length, 0, item)
      return
    }
    case 'removeItem':
      itemOf(document, edit.list, edit.index)
      listOf(document, edit.list).items.splice(edit.index, 1)
      return
    case 'setGoal':
      listOf(document, 'analytics').items.forEach((_, index) => {
        const goal = index === edit.index || null
        const item = itemOf(document, 'analytics', index)
        if (goal || item.has('goal')) setFields(document, item, { goal })
      })
      if (edit.index != null) itemOf(document, 'analytics', edit.index)
  }
}

/** Sets fields of a mapping. Parts that say it already keep their form. With `isWhole` it has no other fields afterwards. */
function setFields(document: Document, map: YAMLMap, fields: EditedFields, isWhole = false): void {
  if (isWhole)
    for (const name of Object.keys(map.toJS(document) as object)) if (!(name in fields)) map.delete(name)
  for (const [name, value] of Object.entries(fields)) {
    const known = map.get(name, true)
    if (value === undefined || value === null) map.delete(name)
    else if (isMap(known) && isObject(value)) setFields(document, known, value, isWhole)
    else if (name === 'for' && Array.isArray(value)) {
      const cases = isSeq(known) ? known : new YAMLSeq()
      setCases(document, cases, value)
      map.set(name, cases)
    } else if (!isNode(known) || !isDeepStrictEqual(known.toJS(document), value))
      // `set` writes a string into the existing node, which keeps its comment and its quotes.
      map.set(name, typeof value === 'string' ? value : document.createNode(value))
  }
}

/** Sets the cases of an item. Those that stay keep their form and their comments, wherever they move. */
function setCases(document: Document, list: YAMLSeq, cases: readonly EditedFields[]): void {
  const nodes = list.items
  const had = nodes.map((node) => (isNode(node) ? node.toJS(document) : node))
  const left = new Set(had.keys())
  const same = cases.map((value) => {
    const at = [...left].find((each) => isDeepStrictEqual(had[each], value))
    if (at !== undefined) left.delete(at)
    return at
  })
  if (nodes.length === 0) list.flow = false
  list.items = cases.map((value, at) => {
    const stays = same[at]
    if (stays !== undefined) return nodes[stays]
    const changed = left.has(at) ? nodes[at] : undefined
    if (!isMap(changed)) return newCase(document, value)
    setFields(document, changed, value, true)
    return changed
  })
}

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
  const list = root.get(name)
  if (isSeq(list)) return list
  const empty = document.createNode([]) as YAMLSeq
  root.set(name, empty)
  return empty
}

function itemOf(document: Document, name: ItemList, index: number): YAMLMap {
  const item = listOf(document, name).items[index]
  if (!isMap(item)) throw new Error(`${name} has no item ${index + 1}`)
  return item
}
