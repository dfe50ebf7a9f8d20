import { DomainError } from '../../../base/words/errors.ts'
import { meaningOfFormat, type NumberFormat, plainFormat, textOfNumber, textOfString } from './cell-text.ts'
import { damaged, readXml } from './read-xml.ts'
import { bounded, type WorkbookParts } from './workbook-parts.ts'

/** The columns of a sheet: A to XFD. */
const mostColumns = 16_384
/** Of a cell; what is longer makes a line too long to be used. */
const mostCharacters = 40_000

/**
 * Reads the rows of a workbook's sheet that are not blank, in their order: `take` gets the number of each, from 1, and its
 * cells as a person would read them. Values that formulas had when the workbook was saved are taken; a cell that shows an
 * error, such as `#N/A`, is empty.
 */
export async function readSheet(
  parts: WorkbookParts,
  take: (row: number, cells: string[]) => void,
): Promise<void> {
  const strings = await readStrings(parts)
  const formats = await readFormats(parts)
  await readXml(await parts.open(parts.sheet.path), createRowReader({ parts, strings, formats, take }))
}

interface SheetReading {
  parts: Pick<WorkbookParts, 'from1904'>
  strings: StringTable
  formats: readonly NumberFormat[]
  take(row: number, cells: string[]): void
}

/** A cell that is being read. */
interface OpenCell {
  column: number
  type: string
  style: number
  text: string
}

function createRowReader({ parts: { from1904 }, strings, formats, take }: SheetReading) {
  const text = createTextReader()
  let row = 0
  let cells: string[] = []
  let cell: OpenCell | undefined
  let column = 0

  function textOf({ type, style, text }: OpenCell): string {
    if (type === 's') return strings.get(Number(text)) ?? throwDamaged()
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    if (type === 'd')
      return text
        .trim()
        .replace('T', ' ')
        .replace(/ 00:00(:00)?(\.0+)?Z?$/, '')
    if (type === 'str' || type === 'inlineStr') return textOfString(text)
    return textOfNumber(text, formats[style] ?? plainFormat, from1904)
  }

  return {
    open(name: string, { r, t, s }: Record<string, string>) {
      if (name === 'row') {
        row = Math.max(row + 1, Number(r) || 0)
        cells = []
        column = 0
      } else if (name === 'c') {
        column = columnOf(r) ?? column + 1
        if (column > mostColumns) throw damaged()
        cell = { column, type: t ?? 'n', style: Number(s) || 0, text: '' }
      } else if (cell) text.open(name)
    },
    text(part: string) {
      if (cell && text.isIn() && cell.text.length < mostCharacters) cell.text += part
    },
    close(name: string) {
      if (name === 'row') {
        if (cells.some((each) => each !== undefined && each.trim() !== ''))
          take(
            row,
            Array.from(cells, (each) => each ?? ''),
          )
      } else if (name === 'c' && cell) {
        const value = cell.text === '' ? '' : textOf(cell)
        if (value !== '') cells[cell.column - 1] = value
        cell = undefined
      } else if (cell) text.close(name)
    },
  }
}

/** Where texts stand: in `v` and `t`, but not in how Japanese words are pronounced. */
function createTextReader() {
  let inText = 0
  let inPronunciation = 0
  return {
    open(name: string) {
      if (name === 'v' || name === 't') inText++
      if (name === 'rPh') inPronunciation++
    },
    close(name: string) {
      if (name === 'v' || name === 't') inText--
      if (name === 'rPh') inPronunciation--
    },
    isIn: () => inText > 0 && inPronunciation === 0,
  }
}

/** The number of the column of a cell, from 1. Undefined where the cell does not say. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (!letters) return undefined
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** The texts that cells share. */
async function readStrings(parts: WorkbookParts): Promise<StringTable> {
  const strings = createStringTable()
  if (parts.sharedStrings === undefined) return strings
  const within = createTextReader()
  let text = ''
  await readXml(await parts.open(parts.sharedStrings), {
    open(name) {
      if (name === 'si') text = ''
      within.open(name)
    },
    text(part) {
      if (within.isIn() && text.length < mostCharacters) text += part
    },
    close(name) {
      within.close(name)
      if (name === 'si') strings.add(textOfString(text))
    },
  })
  return strings
}

/** What the styles of cells make of their numbers. */
async function readFormats(parts: WorkbookParts): Promise<NumberFormat[]> {
  if (parts.styles === undefined) return []
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInCells = false
  await readXml(bounded(await parts.open(parts.styles)), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) ids.push(Number(numFmtId) || 0)
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  const formats = new Map([...new Set(ids)].map((id) => [id, meaningOfFormat(id, codes.get(id))]))
  return ids.map((id) => formats.get(id) ?? plainFormat)
}

function throwDamaged(): never {
  throw damaged()
}

/** What a workbook is told whose first sheet is empty. */
export function emptySheet(name: string): DomainError {
  return new DomainError(
    'invalid-field',
    `The first sheet of the workbook (.xlsx), ${JSON.stringify(name.slice(0, 40))}, is empty: put the list into it.`,
  )
}

const chunkBytes = 4 * 1024 * 1024
/** Of all texts that cells share, those of other sheets too. */
const mostBytes = 128 * 1024 * 1024

/** Many texts, outside the heap: a million of them as strings would take some 60 bytes each more. */
interface StringTable {
  add(text: string): void
  /** Undefined for a number that no text has. */
  get(number: number): string | undefined
}

/** Creates a table, whose texts are numbered from 0. Throws `too-large` for more than 128 MiB. */
function createStringTable(): StringTable {
  const chunks: Buffer[] = []
  /** Where each text begins, and where the last one ends, if all chunks stood in a row. */
  const starts: number[] = []
  const ends: number[] = []
  let at = 0

  function add(text: string): void {
    const bytes = Buffer.from(text)
    if (chunks.length * chunkBytes - at < bytes.length) {
      at = chunks.length * chunkBytes
      chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes.length)))
    }
    if (at + bytes.length > mostBytes)
      throw new DomainError(
        'too-large',
        'The workbook (.xlsx) has more than 128 MiB of texts: save the sheet with the list alone.',
      )
    chunks.at(-1)?.set(bytes, at % chunkBytes)
    starts.push(at)
    at += bytes.length
    ends.push(at)
  }

  return {
    add,
    get(number) {
      const start = starts[number]
      if (start === undefined) return undefined
      const chunk = Math.floor(start / chunkBytes)
      const within = start - chunk * chunkBytes
      return chunks[chunk]?.toString('utf8', within, within + ((ends[number] ?? start) - start))
    },
  }
}
