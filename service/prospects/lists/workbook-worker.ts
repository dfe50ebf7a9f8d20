import { appendFileSync, readSync } from 'node:fs'
import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
// Not the entry for Node, whose `createRequire` meets that of the built file.
import { unzipSync, zipSync } from 'fflate/browser'
import { DomUtils, parseDocument } from 'htmlparser2'
import { DomainError, invalidField, isOutOfSpace } from '../../base/words/errors.ts'
import { answerTasks } from '../../base/worker-pool.ts'
import { saveAsCsv, tooLarge, tooMany } from './refused-list.ts'
import { findTitle } from './titles.ts'

/** The task of the worker: both files stay open until it has ended. */
export interface WorkbookTask {
  /** The workbook, and its size. */
  from: number
  bytes: number
  /** Where its rows go, if they are not blank, each with all columns as a line of JSON: `[5,["jane@acme.example","Jane"]]`. */
  to: number
  mostLines: number
  /** Of a web page, whose largest table is read. */
  encoding?: string
}

/** What a workbook's first sheet has. */
export interface WorkbookRows {
  sheet?: string
  lines: number
}

/** Of its parts, unpacked: a sheet of 50,000 people with 12 columns takes 27 MiB. */
const mostUnpacked = 64 * 1024 * 1024

/** Writes the rows of a workbook's first sheet. Throws `invalid-field` for what is no workbook, and `too-large`. */
function readRows(task: WorkbookTask): WorkbookRows {
  try {
    return convert(task)
  } catch (error) {
    throw isOutOfSpace(error) || error instanceof DomainError ? error : invalidField(damaged)
  }
}

function convert({ from, bytes, to, mostLines, encoding }: WorkbookTask): WorkbookRows {
  const packed = Buffer.alloc(bytes)
  readSync(from, packed, 0, bytes, 0)
  const { name, sheet, date1904 } = encoding ? readPage(packed, encoding) : readFirstSheet(unpack(packed))
  const rows = rowsOf(sheet, date1904)
  if (rows.length === 0) throw emptyBook(name)
  if (rows.length > mostLines + 1) throw tooMany(`${mostLines.toLocaleString('en')} lines`)
  const width = rows.reduce((most, [, cells]) => Math.max(most, cells.length), 0)
  for (const [line, cells] of rows) {
    while (cells.length < width) cells.push('')
    appendFileSync(to, `${JSON.stringify([line, cells])}\n`)
  }
  return { ...(name !== undefined && { sheet: name }), lines: rows.at(-1)?.[0] ?? 0 }
}

function emptyBook(sheet: string | undefined): DomainError {
  if (sheet === undefined) return saveAsCsv('a web page without a table')
  const said = JSON.stringify(sheet.slice(0, 40))
  return invalidField(`The first sheet of the workbook (.xlsx), ${said}, is empty: put the list into it.`)
}

const damaged =
  'The workbook (.xlsx) is damaged: open it in the program that made it, save it again, and send that.'

/** What else a zip may be, by a file in it. */
const others: [file: RegExp, kind: string][] = [
  [/^xl\/workbook\.bin$/i, 'a binary workbook (.xlsb)'],
  [/^content\.xml$/i, 'a sheet of LibreOffice (.ods)'],
  [/^index(\/document\.iwa|\.zip)$/i, 'a document of Numbers or another app of Apple'],
  [/^word\//i, 'a document (.docx)'],
]

/** The parts of a workbook, packed again as they are. fflate unpacks no more of a part than the zip says, which is checked. */
function unpack(packed: Uint8Array): Uint8Array {
  const names: string[] = []
  let size = 0
  const parts = unzipSync(packed, {
    filter({ name, originalSize }) {
      names.push(name)
      const isWanted = /\.(xml|rels)$/i.test(name)
      if (isWanted) size += originalSize
      if (size > mostUnpacked) throw tooLarge()
      return isWanted
    },
  })
  const other = others.find(([file]) => names.some((name) => file.test(name)))
  if (other || !names.some((name) => /^\[content_types\]\.xml$/i.test(name)))
    throw saveAsCsv(other?.[1] ?? 'a packed file (.zip)')
  return zipSync(parts, { level: 0 })
}

/** Numbers puts a sheet in front that lists its tables: `Export Summary`, named in the language of the Macintosh. */
const summary =
  /(export|esport).*(summary|zusammenfassung|übersicht)|(récapitulatif|résumé|resumen|riepilogo|resumo|overzicht).*(export|esport)/i

type Sheet = { name?: string; sheet: WorkSheet; date1904: boolean }
const reading = { dense: true, cellNF: true, cellText: true, cellHTML: false, cellFormula: false }

/** The table of a web page that has the most rows, and no other table in it. */
function readPage(bytes: Uint8Array, encoding: string): Sheet {
  const { getElementsByTagName: all, getOuterHTML } = DomUtils
  const page = parseDocument(new TextDecoder(encoding).decode(bytes))
  const tables = all('table', page).filter(({ children }) => all('table', children).length === 0)
  const [largest] = tables.sort((one, other) => all('tr', other).length - all('tr', one).length)
  const table = largest ? getOuterHTML(largest) : '<table></table>'
  const { Sheets } = read(table, { ...reading, type: 'string', raw: true })
  return { sheet: Object.values(Sheets)[0] ?? {}, date1904: false }
}

function readFirstSheet(book: Uint8Array): Sheet {
  const { Workbook, SheetNames } = read(book, { sheets: [] })
  const shown = SheetNames.filter((_, at) => !Workbook?.Sheets?.[at]?.Hidden)
  const name = shown.find((each, at) => at === shown.length - 1 || !summary.test(each.normalize('NFC')))
  const sheet = read(book, { ...reading, sheets: name ?? [] }).Sheets[name ?? '']
  if (name === undefined || !sheet) throw invalidField(damaged)
  return { name, sheet, date1904: Workbook?.WBProps?.date1904 === true }
}

type Row = [line: number, cells: string[]]

/** The rows that are not blank, with their numbers and their cells as a person would read them. */
function rowsOf(sheet: WorkSheet, date1904: boolean): Row[] {
  const textOf = createCellReader(date1904)
  const all = (sheet['!data'] ?? []).map((row) => Array.from(row ?? [], (cell, at) => textOf(cell, at)))
  const filled = all.map((cells) => cells.some((cell) => cell.trim() !== ''))
  // A merged cell counts for each of its rows.
  for (const { s, e } of sheet['!merges'] ?? [])
    for (let row = s.r + 1; row <= e.r && row < all.length; row++) {
      const cells = all[row] ?? []
      while (cells.length <= s.c) cells.push('')
      cells[s.c] ||= all[s.r]?.[s.c] ?? ''
    }
  return all.flatMap((cells, at) => (filled[at] ? [[at + 1, cells] as Row] : []))
}

function createCellReader(date1904: boolean) {
  const meanings = new Map<number, string>()
  return (cell: CellObject | undefined, column: number): string => {
    if (!cell) return ''
    const text = plainText(cell, date1904)
    const title = findTitle(text)?.meaning
    if (title) meanings.set(column, title)
    return withLink(text, cell.l?.Target, meanings.get(column))
  }
}

/** The address behind a link counts as the cell's, beside a name that stands in front of it. */
function withLink(text: string, target: string | undefined, meaning: string | undefined): string {
  const [, address] = /^mailto:([^?]+)/i.exec(target ?? '') ?? []
  if (address && !text.includes('@') && [undefined, 'email', 'name'].includes(meaning)) {
    const isName = /\p{L}+ \p{L}/u.test(text) && !/mail/i.test(text)
    return isName ? `${text} <${address}>` : address
  }
  const isSite = /^https?:/i.test(target ?? '') && !text.includes('.')
  return isSite && (meaning === 'domain' || meaning === 'linkedin') ? (target ?? '') : text
}

/** A value as a person would type it: all digits of a whole number, as an id has them; a date as `2026-11-25 14:30`. */
function plainText({ t, v, w, z }: CellObject, date1904: boolean): string {
  if (t === 's') return String(v).replace(/\r\n?/g, '\n')
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (t !== 'n' || typeof v !== 'number') return ''
  const format = String(z ?? '')
  if (SSF.is_date(format)) return textOfDate(v, date1904)
  if (/^0{2,}$|%/.test(format)) return w ?? String(v)
  return String(Number.isInteger(v) ? v : Number(v.toPrecision(15)))
}

function textOfDate(days: number, date1904: boolean): string {
  const format = days < 1 ? 'hh:mm:ss' : days % 1 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'
  return SSF.format(format, days, { date1904 }).replace(/(\d\d:\d\d):00$/, '$1')
}

const operations = { readRows }

export type WorkbookOperations = typeof operations

answerTasks(operations)
