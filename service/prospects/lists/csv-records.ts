import type { Entry } from './read-lines.ts'

/** The most lines of one record: beyond them a quotation mark was never closed. */
const mostLines = 100
const longestRecord = 100_000

/**
 * The records of CSV, each with the number of its first line. Where a quotation mark is never closed, or the record
 * that it closes has not `columns` cells, only that line is lost. csv-parse would lose everything up to its size limit,
 * so it is not used here.
 *
 * @param columns how many cells a record that breaks over lines must have; a record on one line may have any number.
 */
export async function* readRecords(
  lines: AsyncIterable<Entry<string>>,
  delimiter: string,
  columns: () => number | undefined,
): AsyncGenerator<Entry<string[]>> {
  const waiting: { line: number; value: string }[] = []
  for await (const entry of lines) {
    if (entry.value === undefined) yield entry
    else waiting.push({ line: entry.line, value: entry.value })
    yield* takeRecords(waiting, delimiter, columns, false)
  }
  yield* takeRecords(waiting, delimiter, columns, true)
}

/**
 * Takes complete records off the waiting lines. It leaves an incomplete one, which later lines may complete, unless
 * `isEnd`.
 */
function* takeRecords(
  waiting: { line: number; value: string }[],
  delimiter: string,
  columns: () => number | undefined,
  isEnd: boolean,
): Generator<Entry<string[]>> {
  for (let first = waiting[0]; first; first = waiting[0]) {
    const { cells, lines, text } = firstRecord(waiting, delimiter)
    if (!cells && !isEnd && lines < mostLines && text.length < longestRecord) return
    if (cells && (lines === 1 || cells.length === columns())) {
      waiting.splice(0, lines)
      if (cells.length > 1 || cells[0]?.trim()) yield { line: first.line, value: cells, text }
    } else {
      waiting.shift()
      yield { line: first.line, problem: 'a quotation mark is not closed', text: first.value }
    }
  }
}

/** Joins lines until all quotation marks are closed. */
function firstRecord(waiting: readonly { value: string }[], delimiter: string) {
  let text = ''
  for (const [index, { value }] of waiting.entries()) {
    text += index === 0 ? value : `\n${value}`
    const cells = splitRecord(text.replace(/\r$/, ''), delimiter)
    if (cells) return { cells, lines: index + 1, text }
  }
  return { cells: undefined, lines: waiting.length, text }
}

/**
 * The cells of one record (RFC 4180); undefined where a quotation mark is open at its end. A mark inside a cell that
 * does not begin with one is an ordinary character, and so is text after a closing mark.
 */
export function splitRecord(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    let cell = ''
    const opening = delimiter === '\t' ? / *"/y : /[ \t]*"/y
    opening.lastIndex = at
    if (opening.test(text)) {
      const closing = closingMark(text, opening.lastIndex)
      if (closing < 0) return undefined
      cell = text.slice(opening.lastIndex, closing).replaceAll('""', '"')
      at = closing + 1
    }
    const end = text.indexOf(delimiter, at)
    cells.push(cell + (end < 0 ? text.slice(at) : text.slice(at, end)))
    at = end < 0 ? text.length + 1 : end + delimiter.length
  }
  return cells
}

/** Whether a record has more cells than the header, but for blank ones at its end. */
export function hasTooMany(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some((cell) => cell.trim() !== '')
}

/**
 * The position of the closing mark of the cell that begins at `from`: the first that is not doubled. -1: there is none.
 */
function closingMark(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
