import { parse } from 'csv-parse/sync'
import { invalidField } from '../../base/words/errors.ts'
import { countKnown } from './columns.ts'
import type { ListLine, TextLine } from './lines.ts'

/** How a table of CSV is written. */
export interface Shape {
  delimiter: string
  /** The number of cells in a row, including the columns that a links file adds. */
  width: number
}

const linesAtOnce = 200
/** The most lines and characters of one record: beyond them a quotation mark was never closed. */
const mostLines = 100
const longestRecord = 100_000

/** The rows of CSV. If a quotation mark is never closed, or what it closes has not `width` cells, only that line is lost. */
export async function* readRows(
  lines: AsyncIterable<TextLine> | Iterable<TextLine>,
  shape: Shape,
): AsyncGenerator<ListLine> {
  let waiting: TextLine[] = []
  for await (const line of lines) {
    if (line.problem) yield { ...line, cells: [] }
    else waiting.push(withoutReturn(line))
    if (waiting.length < linesAtOnce) continue
    waiting = yield* takeRows(waiting, shape, false)
  }
  yield* takeRows(waiting, shape, true)
}

/** Gives complete rows, and returns the lines of one that later lines may complete. */
function* takeRows(
  all: TextLine[],
  { delimiter, width }: Shape,
  isEnd: boolean,
): Generator<ListLine, TextLine[]> {
  let waiting = all
  while (waiting.length > 0) {
    let at = 0
    for (const cells of parseLines(waiting, delimiter)) {
      const lines = linesOf(cells)
      if (lines > 1 && (cells.length !== width || cells.some(isRunOver))) break
      const text = textOf(waiting.slice(at, at + lines))
      if (text.trim() !== '') yield { line: waiting[at]?.line ?? 0, cells, text }
      at += lines
    }
    const [open, ...below] = waiting.slice(at)
    if (!open) return []
    waiting = below
    if (open.text.trim() === '') continue
    const mayBeClosed = below.length < mostLines && textOf([open, ...below]).length < longestRecord
    if (mayBeClosed && !isEnd) return [open, ...below]
    yield { ...open, cells: [], problem: 'a quotation mark is not closed' }
  }
  return []
}

/** A quotation mark that was never closed, up to the next one lines below: csv-parse leaves both in the cell. */
const isRunOver = (cell: string) => /^"[^"]*\n[^"]*"/.test(cell)
const textOf = (lines: readonly TextLine[]) => lines.map(({ text }) => text).join('\n')
const linesOf = (cells: readonly string[]) => cells.join('').split('\n').length
const withoutReturn = (line: TextLine): TextLine => ({ ...line, text: line.text.replace(/\r$/, '') })

/** The cells of the records up to the first one whose quotation mark is open at the end. */
function parseLines(lines: readonly TextLine[], delimiter: string): string[][] {
  const records: string[][] = []
  try {
    parse(textOf(lines), {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      ltrim: delimiter !== '\t',
      on_record(cells: string[]) {
        records.push(cells)
      },
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
  }
  return records
}

/** Whether a row has more cells than the header, but for blank ones at its end. */
export function hasTooMany(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some((cell) => cell.trim() !== '')
}

interface Header {
  delimiter: string
  titles: readonly string[]
  /** The lines up to its end. */
  lines: number
}

const delimiters = [',', ';', '\t']
/** More columns than the largest CRM exports. Each line is stored with a cell for each column. */
const mostColumns = 1000
/** So many records may stand above the header: a remark, as LinkedIn writes, or the name of the table. */
const mostAbove = 10

/** The header within the first lines of CSV. The delimiter is the one that gives the most known titles. */
export function findHeader(beginning: readonly TextLine[]): Header {
  const lines = beginning.map(withoutReturn)
  const said = /^"?sep=(.)"?$/i.exec(lines[0]?.text ?? '')?.[1]
  const below = said ? 1 : 0
  const texts = lines.slice(below)
  const first = texts.find(({ text }) => text.trim() !== '')?.text.trimStart()
  if (first?.startsWith('['))
    throw invalidField('The list is one JSON array: send NDJSON, an object on each line, or CSV.')
  const tables = (said ? [said] : delimiters).map((delimiter) => {
    return headersOf(parseLines(texts, delimiter), delimiter, linesOf)
  })
  if (first && !tables.some(([top]) => top))
    throw invalidField('The first line of the list has a quotation mark that is not closed.')
  const header = chooseHeader(tables)
  return { ...header, lines: header.lines + below }
}

/** What may be the header, from the top. */
export function headersOf(
  rows: readonly string[][],
  delimiter: string,
  countLines: (cells: readonly string[]) => number,
): Header[] {
  let lines = 0
  const headers = rows.map((cells) => {
    lines += countLines(cells)
    return { delimiter, titles: cells.map((cell) => cell.trim()), lines }
  })
  return headers.filter(({ titles }) => titles.some((title) => title !== '')).slice(0, mostAbove + 1)
}

/** The header: the first row with two titles that are known, else the first row. What stands above it is passed over. Throws `invalid-field`. */
export function chooseHeader(tables: readonly Header[][]): Header {
  const [top] = bestFirst(tables.flatMap(([first]) => first ?? []))
  if (!top)
    throw invalidField(
      'The list is empty: its first line must name the columns, such as E-mail,Name,Company.',
    )
  const [lower] = bestFirst(tables.flatMap((all) => all.find(({ titles }) => countKnown(titles) > 1) ?? []))
  const best = countKnown(top.titles) > 1 ? top : (lower ?? top)
  if (best.titles.length > mostColumns)
    throw invalidField(`The list has ${best.titles.length} columns: leave out all but ${mostColumns}.`)
  return best
}

function bestFirst(headers: Header[]): Header[] {
  return headers.sort(
    (one, other) =>
      countKnown(other.titles) - countKnown(one.titles) || other.titles.length - one.titles.length,
  )
}
