import { parse } from 'csv-parse/sync'
import { DomainError } from '../../base/words/errors.ts'
import { countKnown } from './columns.ts'
import type { Entry } from './read-lines.ts'

/** Records are parsed so many lines at once. */
const linesAtOnce = 200
/** The most lines and characters of one record: beyond them a quotation mark was never closed. */
const mostLines = 100
const longestRecord = 100_000

interface TextLine {
  line: number
  value: string
}

interface CsvRecord {
  cells: string[]
  /** How many of the lines it stands on. */
  lines: number
}

/**
 * The records of CSV, each with the number of its first line. If a quotation mark is never closed, or the record that it
 * closes has not `width` cells, only that line is lost.
 */
export async function* readRecords(
  lines: AsyncIterable<Entry<string>>,
  { delimiter, width }: { delimiter: string; width: number },
): AsyncGenerator<Entry<string[]>> {
  let waiting: TextLine[] = []
  for await (const entry of lines) {
    if (entry.value === undefined) yield entry
    else waiting.push({ line: entry.line, value: entry.value.replace(/\r$/, '') })
    if (waiting.length < linesAtOnce) continue
    waiting = yield* takeRecords(waiting, { delimiter, width, isEnd: false })
  }
  yield* takeRecords(waiting, { delimiter, width, isEnd: true })
}

/** Gives complete records, and returns the lines of one that later lines may complete. */
function* takeRecords(
  all: TextLine[],
  { delimiter, width, isEnd }: { delimiter: string; width: number; isEnd: boolean },
): Generator<Entry<string[]>, TextLine[]> {
  let waiting = all
  while (waiting.length > 0) {
    let at = 0
    for (const { cells, lines } of parseLines(waiting, delimiter)) {
      if (lines > 1 && (cells.length !== width || cells.some(isRunOver))) break
      const text = textOf(waiting.slice(at, at + lines))
      if (text.trim() !== '') yield { line: waiting[at]?.line ?? 0, value: cells, text }
      at += lines
    }
    const [open, ...below] = waiting.slice(at)
    if (open?.value.trim() === '') {
      waiting = below
      continue
    }
    if (!open) return []
    const mayBeClosed = waiting.length - at < mostLines && textOf(waiting.slice(at)).length < longestRecord
    if (mayBeClosed && !isEnd) return [open, ...below]
    yield { line: open.line, problem: 'a quotation mark is not closed', text: open.value }
    waiting = below
  }
  return []
}

/** A quotation mark that was never closed, up to the next one lines below: csv-parse leaves both in the cell. */
const isRunOver = (cell: string) => /^"[^"]*\n[^"]*"/.test(cell)

const textOf = (lines: readonly TextLine[]) => lines.map(({ value }) => value).join('\n')

/** The records up to the first one whose quotation mark is open at the end. */
function parseLines(lines: readonly TextLine[], delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let next = 0
  try {
    parse(textOf(lines), {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      ltrim: delimiter !== '\t',
      on_record(cells: string[]) {
        const first = next
        // A row of a workbook is one line, whatever breaks are in its cells.
        for (let breaks = breaksIn(cells.join('')); breaks >= 0; next++)
          breaks -= 1 + breaksIn(lines[next]?.value ?? '')
        records.push({ cells, lines: next - first })
      },
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
  }
  return records
}

const breaksIn = (text: string) => text.split('\n').length - 1

/** Whether a record has more cells than the header, but for blank ones at its end. */
export function hasTooMany(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some((cell) => cell.trim() !== '')
}

/** The header of a table. */
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

/**
 * The header within the first lines of a list. The delimiter is the one that gives the most known titles. Records above it
 * that are no row of cells are passed over, if the header below has known titles. Throws `invalid-field` if there is none.
 */
export function findHeader(beginning: readonly Entry<string>[]): Header {
  const lines = beginning.map(({ line, value = '' }) => ({ line, value: value.replace(/\r$/, '') }))
  const said = /^"?sep=(.)"?$/i.exec(lines[0]?.value ?? '')?.[1]
  const below = said ? 1 : 0
  const texts = lines.slice(below)
  const first = texts.find(({ value }) => value.trim() !== '')
  if (!first)
    throw bad('The list is empty: its first line must name the columns, such as E-mail,Name,Company.')
  if (first.value.trimStart().startsWith('['))
    throw bad('The list is one JSON array: send NDJSON, an object on each line, or CSV.')
  const found = (said ? [said] : delimiters).map((delimiter) => headersOf(texts, delimiter))
  const [header] = bestFirst(found.flatMap(([top]) => top ?? []))
  if (!header) throw bad('The first line of the list has a quotation mark that is not closed.')
  const [lower] = bestFirst(found.flatMap((all) => all.find(({ titles }) => countKnown(titles) > 1) ?? []))
  const isRemark = header.titles.filter(Boolean).length === 1 && countKnown(header.titles) === 0
  const best = (isRemark && lower) || header
  if (best.titles.length > mostColumns)
    throw bad(`The list has ${best.titles.length} columns: leave out all but ${mostColumns}.`)
  return { ...best, lines: best.lines + below }
}

/** What may be the header, from the top. */
function headersOf(texts: readonly TextLine[], delimiter: string): Header[] {
  let lines = 0
  const headers = parseLines(texts, delimiter).map((record) => {
    lines += record.lines
    return { delimiter, titles: record.cells.map((cell) => cell.trim()), lines }
  })
  return headers.filter(({ titles }) => titles.some((title) => title !== '')).slice(0, mostAbove + 1)
}

function bestFirst(headers: Header[]): Header[] {
  return headers.sort(
    (one, other) =>
      countKnown(other.titles) - countKnown(one.titles) || other.titles.length - one.titles.length,
  )
}

function bad(message: string): DomainError {
  return new DomainError('invalid-field', message)
}
