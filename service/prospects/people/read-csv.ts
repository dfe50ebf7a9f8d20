import { UserError } from '../../base/words/errors.ts'
import { type PersonField, personFields } from '../../base/words/prospect.ts'
import { readRecords } from '../lists/csv-records.ts'
import { type Entry, readLines } from '../lists/read-lines.ts'
import { findTitle } from '../lists/titles.ts'
import type { PersonFields } from './person-entry.ts'

/**
 * Reads CSV with a header. The delimiter is a comma, semicolon or tab, whichever is most frequent in the header. Cells
 * may be quoted and contain line breaks; both line ends are accepted. Throws a UserError where the header contains
 * neither `email` nor `name` with `domain`.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  onIgnored: (columns: string[]) => void,
): AsyncGenerator<Entry<PersonFields>> {
  const lines = readLines(text)
  let header = await lines.next()
  while (!header.done && !header.value.value?.trim()) header = await lines.next()
  const first = header.done ? '' : (header.value.value ?? '')
  const delimiter = detectDelimiter(first)
  // Titles have no line breaks, so the header is one line.
  const { value } = await readRecords(only(first), delimiter, () => undefined).next()
  const fields = readHeader(value?.value ?? [], onIgnored)
  for await (const entry of readRecords(lines, delimiter, () => fields.length)) {
    yield entry.value ? { line: entry.line, ...readRecord(entry.value, fields) } : entry
  }
}

async function* only(value: string): AsyncGenerator<Entry<string>> {
  yield { line: 1, value }
}

function detectDelimiter(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].sort((one, other) => count(other) - count(one))[0] ?? ','
}

function readHeader(record: string[], onIgnored: (columns: string[]) => void): (PersonField | undefined)[] {
  const fields = fieldsOf(record)
  const named = new Set(fields)
  if (!named.has('email') && !(named.has('name') && named.has('domain'))) {
    throw new UserError(
      `the first line must name the columns, at least email, or name and domain; understood are ${personFields.join(', ')}`,
    )
  }
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice) throw new UserError(`the first line names ${twice} twice`)
  const ignored = record.filter((column, index) => !fields[index] && column.trim())
  if (ignored.length > 0) onIgnored(ignored)
  return fields
}

/**
 * The field that each column names: by its own name, else, if no column has that, by one of the names that lists have for
 * it. Of several such names the most certain counts.
 */
function fieldsOf(record: string[]): (PersonField | undefined)[] {
  const named = record.map((column) => {
    const name = column.trim().toLowerCase()
    return personFields.find((field) => field === (name === 'e-mail' ? 'email' : name))
  })
  const known = record.map((column, at) => (named[at] ? undefined : findTitle(column)))
  return named.map((field, at) => {
    const other = known[at]
    if (!other) return field
    const isTaken =
      named.some((taken) => taken === other.meaning) ||
      known.some(
        (rival, place) =>
          rival?.meaning === other.meaning &&
          (rival.rank < other.rank || (rival.rank === other.rank && place < at)),
      )
    return isTaken ? undefined : personFields.find((own) => own === other.meaning)
  })
}

function readRecord(
  record: string[],
  fields: readonly (PersonField | undefined)[],
): { value: PersonFields } | { problem: string } {
  if (record.length !== fields.length) {
    return { problem: `${record.length} columns where the first line has ${fields.length}` }
  }
  const value: PersonFields = {}
  fields.forEach((field, index) => {
    const cell = record[index]
    if (field && cell?.trim()) value[field] = cell
  })
  return { value }
}
