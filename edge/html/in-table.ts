import type { StreamedElement } from './element.ts'
import { impliedTag, type OpenElements, type StartTag } from './open-elements.ts'
import { type TagName, tagNameOf } from './tag-name.ts'
import { Unsure } from './unsure.ts'

const table = tagNameOf('table')
const tbody = tagNameOf('tbody')
const tr = tagNameOf('tr')
const colgroup = tagNameOf('colgroup')

const isTable = (name: TagName) => name === table
const isBodyOrTable = (name: TagName) => name === table || isBody(name)
const isRowOrAbove = (name: TagName) => name === tr || isBodyOrTable(name)
const isCellOrTable = (name: TagName) => name.isCell || name === table || name.text === 'caption'
const isBody = ({ text }: TagName) => text === 'tbody' || text === 'tfoot' || text === 'thead'

/** Takes a start tag between the parts of a table. https://html.spec.whatwg.org/#parsing-main-intable */
export function startInTable(open: OpenElements, tag: StartTag): StreamedElement {
  const { text } = tag.name
  if (text !== 'template') closeColumns(open)
  const isHidden = text === 'input' && tag.attributes.get('type')?.toLowerCase() === 'hidden'
  if (isHidden || text === 'style' || text === 'script' || text === 'template') return open.insert(tag)
  throw new Unsure(`${text} in a table`)
}

/** Takes the start tag of a part of a table. */
export function startTablePart(open: OpenElements, tag: StartTag): StreamedElement | undefined {
  const { name } = tag
  if (!open.has(table)) return undefined
  closeCell(open)
  const { current } = open
  if (!current?.tagName.isTableContext) throw new Unsure(`${name.text} in ${current?.name}`)
  if (name.text === 'col') {
    if (current.tagName !== colgroup) startTablePart(open, impliedTag(colgroup))
    return open.insert(tag)
  }
  if (name.isCell) needRow(open)
  else if (name === tr) needTableBody(open)
  else popToTable(open, isTable)
  return open.insert(tag)
}

function needRow(open: OpenElements) {
  const at = popToTable(open, isRowOrAbove)
  if (at?.tagName === table) open.insert(impliedTag(tbody))
  if (at?.tagName !== tr) open.insert(impliedTag(tr))
}

function needTableBody(open: OpenElements) {
  const at = popToTable(open, isBodyOrTable)
  if (at?.tagName === table) open.insert(impliedTag(tbody))
}

/** Closes open parts of a table, up to one of these elements. */
function popToTable(open: OpenElements, is: (name: TagName) => boolean) {
  const at = open.innermost(is)
  while (open.current !== at) open.pop()
  return at
}

/** Closes a cell or caption, with everything open in it, because another part of its table begins. */
function closeCell(open: OpenElements) {
  const cell = open.innermost(isCellOrTable)
  if (!cell || cell.tagName === table) return
  while (cell.isOpen) open.pop()
}

/** Closes an open `colgroup`, in front of anything that it cannot contain. https://html.spec.whatwg.org/#parsing-main-incolgroup */
function closeColumns(open: OpenElements) {
  if (open.current?.tagName === colgroup) open.pop()
}

/** Takes the end tag of a table or of a part of it. https://html.spec.whatwg.org/#parsing-main-intr and following */
export function endTablePart(open: OpenElements, name: TagName): void {
  if (!open.has(table)) return
  if (name !== colgroup && name.text !== 'col') closeColumns(open)
  const part = open.innermost((one) => one === name || one === table)
  if (part?.tagName !== name) return
  if (!name.isCell && name.text !== 'caption') closeCell(open)
  while (part.isOpen) {
    if (name === table && open.current !== part && !open.current?.tagName.isTableContext)
      throw new Unsure('something open in a table')
    open.pop()
  }
}

/** Takes another end tag between the parts of a table. */
export function endInTable(open: OpenElements, { text, isFormatting }: TagName): void {
  closeColumns(open)
  if (text === 'p' || text === 'form' || isFormatting) throw new Unsure(`</${text}> in a table`)
}
