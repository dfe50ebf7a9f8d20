import { DomainError } from '../../base/words/errors.ts'
import { join } from './beginning.ts'
import { countKnown } from './columns.ts'
import { splitRecord } from './csv-records.ts'
import type { Entry } from './read-lines.ts'

/** The header of a CSV list. */
export interface Header {
  delimiter: string
  titles: readonly string[]
}

const delimiters = [',', ';', '\t']
/** More columns than the largest CRM exports. Each line is stored with a cell for each column. */
const mostColumns = 1000
/** A title may contain line breaks, as in Excel. */
const mostLines = 20

/** So many lines may stand above the header: a remark, as LinkedIn writes, or the name of the table. */
const mostAbove = 10

/**
 * Reads the header, and leaves the other lines. The delimiter is the one that gives the most known titles. Lines above it
 * that are no row of cells are passed over, if the header below has known titles. Throws `invalid-field` where the list is
 * empty or its first line is not CSV.
 */
export async function readHeader(
  lines: AsyncGenerator<Entry<string>>,
): Promise<{ header: Header; rows: AsyncGenerator<Entry<string>> }> {
  const first = await readRecord(lines)
  if (first.text === '')
    throw bad('The list is empty: its first line must name the columns, such as E-mail,Name,Company.')
  const header = toHeader(first)
  if (!isRemark(header)) return { header, rows: lines }
  const taken: Entry<string>[] = []
  for (let count = 0; count < mostAbove; count++) {
    const next = await readRecord(lines)
    taken.push(...next.lines)
    if (next.text === '') break
    const below = isWhole(next.text) ? toHeader(next) : undefined
    if (below && countKnown(below.titles) > 1) return { header: below, rows: lines }
  }
  return { header, rows: join(taken, lines) }
}

const isRemark = ({ titles }: Header) =>
  titles.filter((title) => title !== '').length === 1 && countKnown(titles) === 0

interface HeaderRecord {
  /** Empty at the end of the list. */
  text: string
  /** The delimiter that the list says. */
  said: string | undefined
  lines: Entry<string>[]
}

/** The next record that is not blank. A title may contain line breaks. */
async function readRecord(lines: AsyncGenerator<Entry<string>>): Promise<HeaderRecord> {
  const record: HeaderRecord = { text: '', said: undefined, lines: [] }
  for (let count = 0; count < mostLines; ) {
    const next = await lines.next()
    if (next.done) break
    record.lines.push(next.value)
    const line = next.value.value?.replace(/\r$/, '') ?? ''
    const sep = record.text === '' ? /^"?sep=(.)"?$/i.exec(line)?.[1] : undefined
    record.said ??= sep
    if (sep || (record.text === '' && !line.trim())) continue
    record.text += record.text === '' ? line : `\n${line}`
    count++
    if (isWhole(record.text)) break
  }
  return record
}

/** Whether no quotation mark is open, with any delimiter. */
function isWhole(text: string): boolean {
  return delimiters.every((delimiter) => splitRecord(text, delimiter) !== undefined)
}

function toHeader({ text, said }: HeaderRecord): Header {
  if (!isWhole(text)) throw bad('The first line of the list has a quotation mark that is not closed.')
  if (text.trimStart().startsWith('['))
    throw bad('The list is one JSON array: send NDJSON, an object on each line, or CSV.')
  const splits = (said ? [said] : delimiters).map((delimiter) => ({
    delimiter,
    titles: (splitRecord(text, delimiter) ?? text.split(delimiter)).map((title) => title.trim()),
  }))
  const [best = { delimiter: ',', titles: [text] }] = splits.sort(
    (one, other) =>
      countKnown(other.titles) - countKnown(one.titles) || other.titles.length - one.titles.length,
  )
  if (best.titles.length > mostColumns)
    throw bad(`The list has ${best.titles.length} columns: leave out all but ${mostColumns}.`)
  return best
}

function bad(message: string): DomainError {
  return new DomainError('invalid-field', message)
}
