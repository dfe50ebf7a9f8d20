import { UserError } from '../../base/words/errors.ts'
import { type PersonField, personFields } from '../../base/words/prospect.ts'
import { join, sampleOf, takeBeginning } from '../lists/beginning.ts'
import { isPerson, readColumns } from '../lists/columns.ts'
import type { Corrections } from '../lists/corrections.ts'
import { readRecords } from '../lists/csv-records.ts'
import { readHeader } from '../lists/header.ts'
import { type Entry, readLines } from '../lists/read-lines.ts'
import { columnMeanings } from '../lists/titles.ts'
import type { PersonFields } from './person-entry.ts'

/** What a column is of a person; a name may be in two parts. */
type Field = PersonField | 'firstName' | 'lastName'

const fields: readonly Field[] = [...personFields, 'firstName', 'lastName']

/**
 * Reads CSV with a header, which is found as that of a campaign's list is; a column that has the name of a field is that
 * field. Cells may be quoted and contain line breaks; both line ends are accepted. Throws a UserError if the columns
 * identify nobody.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  onIgnored: (columns: string[]) => void,
): AsyncGenerator<Entry<PersonFields>> {
  const { header, rows } = await readHeader(readLines(text))
  const { titles, delimiter } = header
  const beginning = await takeBeginning(rows)
  const found = fieldsOf(titles, await sampleOf(beginning, header))
  const ignored = titles.filter((title, at) => !found[at] && title !== '')
  if (ignored.length > 0) onIgnored(ignored.map((title) => title.replace(/\s+/g, ' ')))
  for await (const entry of readRecords(join(beginning, rows), delimiter, () => titles.length)) {
    yield entry.value ? { line: entry.line, ...readRecord(entry.value, found) } : entry
  }
}

/** The field of each column. */
function fieldsOf(titles: readonly string[], sample: readonly (readonly string[])[]): (Field | undefined)[] {
  const own = titles.map(ownName)
  const twice = own.find((field, at) => field && own.indexOf(field) !== at)
  if (twice) throw new UserError(`the first line names ${twice} twice`)
  const clues = { corrections: saidBy(titles), sample }
  const columns = readColumns(titles, clues)
  const found = columns.map(({ meaning }, at) => own[at] ?? fields.find((field) => field === meaning))
  const has = (...some: Field[]) => some.some((field) => found.includes(field))
  if (isPerson(titles, clues) || !(has('email') || (has('name', 'firstName', 'lastName') && has('domain'))))
    throw new UserError(
      `the first line must name the columns, at least email, or name and domain; understood are ${personFields.join(', ')}`,
    )
  return found
}

/** The field that a title names by its own name. */
function ownName(title: string): PersonField | undefined {
  const name = title.toLowerCase()
  return personFields.find((field) => field === (name === 'e-mail' ? 'email' : name))
}

/** Whoever writes the name of a field says what the column is. */
function saidBy(titles: readonly string[]): Corrections {
  return new Map(
    titles.flatMap((title) => {
      const own = ownName(title)
      return own ? [[title, columnMeanings.find((meaning) => meaning === own) ?? 'additional']] : []
    }),
  )
}

function readRecord(
  record: string[],
  found: readonly (Field | undefined)[],
): { value: PersonFields } | { problem: string } {
  if (record.length !== found.length) {
    return { problem: `${record.length} columns where the first line has ${found.length}` }
  }
  const said: Partial<Record<Field, string>> = {}
  found.forEach((field, index) => {
    const cell = record[index]
    if (field && cell?.trim()) said[field] = cell
  })
  const { firstName, lastName, ...value } = said
  const name = value.name ?? [firstName, lastName].filter(Boolean).join(' ')
  return { value: { ...value, ...(name && { name }) } }
}
