import { lowerCase, textOf } from './ascii.ts'
import { NameTable } from './name-table.ts'
import * as names from './names.ts'

/** What the tree has to know about an element's name. There is one object for each name in the standard. */
export interface TagName {
  readonly text: string
  /** Its index in a table of counts. All unknown names share 0. */
  readonly id: number
  readonly isVoid: boolean
  readonly isRawText: boolean
  readonly isOfHead: boolean
  /** Whether it may have a shadow root. Custom elements may, too. */
  readonly isShadowHost: boolean
  readonly isFormatting: boolean
  readonly isSpecial: boolean
  readonly isHeading: boolean
  readonly isScopeBorder: boolean
  readonly isTablePart: boolean
  readonly isCell: boolean
  /** Whether text and most elements inside it would be moved before the table. */
  readonly isTableContext: boolean
  readonly isOfSelect: boolean
  readonly isUnsure: boolean
  readonly closesParagraph: boolean
  readonly endsInScope: boolean
  readonly hasImpliedEnd: boolean
}

const createTagName = (text: string, id: number): TagName => ({
  text,
  id,
  isVoid: names.voidElements.has(text),
  isRawText: names.rawTextElements.has(text),
  isOfHead: names.headElements.has(text),
  isShadowHost: names.shadowHosts.has(text),
  isFormatting: names.formattingElements.has(text),
  isSpecial: names.specialElements.has(text),
  isHeading: names.headings.has(text),
  isScopeBorder: names.scopeBorders.has(text),
  isTablePart: names.tableParts.has(text),
  isCell: names.cells.has(text),
  isTableContext: names.tableContexts.has(text),
  isOfSelect: names.selectParts.has(text),
  isUnsure: names.unsure.has(text),
  closesParagraph: names.closesParagraph.has(text),
  endsInScope: names.closedInScope.has(text),
  hasImpliedEnd: names.impliedEnds.has(text),
})

const known = [...new Set(Object.values(names).flatMap((group) => [...group]))]
const tagNames = known.map((text, place) => createTagName(text, place + 1))
const table = new NameTable(tagNames)
const byText = new Map(tagNames.map((name) => [name.text, name]))

/** The number of ids. */
export const tagNameCount = tagNames.length + 1

/** The name in these bytes, in lower case. */
export const tagNameAt = (bytes: Uint8Array, start: number, end: number): TagName =>
  table.find(bytes, start, end) ?? createTagName(lowerCase(textOf(bytes, start, end)), 0)

/** A known name. */
export const tagNameOf = (text: string): TagName => byText.get(text) ?? createTagName(text, 0)
