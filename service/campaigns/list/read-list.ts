import { unguardCell } from '../../base/words/csv-cell.ts'
import { DomainError } from '../../base/words/errors.ts'
import { looksLikeAddress } from '../../prospects/lists/addresses.ts'
import { join, sampleOf, takeBeginning } from '../../prospects/lists/beginning.ts'
import { type Clues, isPerson, nameSomebody, readColumns } from '../../prospects/lists/columns.ts'
import { titlesOfAddresses } from '../../prospects/lists/contents.ts'
import type { SaidOfColumns } from '../../prospects/lists/corrections.ts'
import { hasTooMany, readRecords } from '../../prospects/lists/csv-records.ts'
import { readHeader } from '../../prospects/lists/header.ts'
import type { ListColumn } from '../../prospects/lists/list-column.ts'
import type { Entry } from '../../prospects/lists/read-lines.ts'
import { type ListLine, type OpenedList, withoutLong, withPerson } from './line.ts'
import { withoutOutColumns } from './out-columns.ts'
import { readObjects } from './read-objects.ts'
import type { SpooledList } from './receive-list.ts'

/** What is read of a list that is stored. */
type StoredList = Pick<SpooledList, 'format' | 'read'>

/**
 * Reads a list: a workbook, NDJSON where it begins with `{`, else CSV with a header. Throws `invalid-field` where it
 * cannot be understood; the message says what to change.
 */
export async function readList(stored: StoredList, said?: SaidOfColumns): Promise<OpenedList> {
  const list = await openList(stored, said)
  if (list.problem) throw new DomainError('invalid-field', list.problem)
  return list
}

/** As `readList`, but also returns a list whose columns identify nobody. */
export async function openList({ format, read }: StoredList, said: SaidOfColumns = {}): Promise<OpenedList> {
  const lines = read()
  if (format === 'xlsx') return withShortLines({ ...(await readTable(lines, said)), format })
  const first = await firstLine(lines)
  const all = join(first, lines)
  if (first.some(({ value }) => value?.trimStart().startsWith('{')))
    return withShortLines(await readObjects(all, said))
  return withShortLines(await readTable(all, said))
}

async function readTable(lines: AsyncGenerator<Entry<string>>, said: SaidOfColumns): Promise<OpenedList> {
  const { header, rows: below } = await readHeader(lines)
  const { delimiter } = header
  const titles = withoutOutColumns(header.titles)
  const beginning = await takeBeginning(below)
  const remembered = await said.recall?.(titles)
  const clues = { ...said, remembered, sample: await sampleOf(beginning, header) }
  const columns = readColumns(titles, clues)
  const problem = whyNobody(titles, columns, clues)
  const rows = readRows(join(beginning, below), { delimiter, width: header.titles.length, columns })
  return { format: 'csv', titles, delimiter, columns, lines: rows, ...(problem && { problem }) }
}

function withShortLines(list: OpenedList): OpenedList {
  return { ...list, lines: withoutLong(list.lines) }
}

/** The first line that is not blank, behind those that are too long. */
async function firstLine(lines: AsyncGenerator<Entry<string>>): Promise<Entry<string>[]> {
  const read: Entry<string>[] = []
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const { value } = next.value
    if (value?.trim() !== '') read.push(next.value)
    if (value?.trim()) break
  }
  return read
}

/** A header whose columns are known. */
interface Table {
  delimiter: string
  /** The number of cells in a row, including the columns that a links file adds. */
  width: number
  /** Without those. */
  columns: readonly ListColumn[]
}

async function* readRows(lines: AsyncGenerator<Entry<string>>, header: Table): AsyncGenerator<ListLine> {
  let count = 0
  for await (const { line, value, text = '', problem } of readRecords(
    lines,
    header.delimiter,
    () => header.width,
  )) {
    if (value?.every((cell) => cell.trim() === '')) continue
    count++
    const cells = value?.slice(0, header.columns.length).map(unguardCell) ?? []
    const row = { line, text: text.replace(/\r$/, ''), cells }
    if (problem) yield { ...row, problem }
    else yield readRow(row, value ?? [], header)
  }
  if (count === 0) throw new DomainError('invalid-field', 'The list has a first line and nobody below it.')
}

function readRow(row: ListLine, value: string[], { width, columns, delimiter }: Table): ListLine {
  if (hasTooMany(value, width)) {
    const what = `has ${value.length} cells where the first line has ${width}: put the cell that has a ${names[delimiter] ?? delimiter} in it between quotation marks`
    const reason = {
      what: 'more cells than the first line',
      remedy: `Put each cell that has a ${names[delimiter] ?? delimiter} in it between quotation marks.`,
    }
    // Its cells stand in wrong columns.
    return { ...row, cells: [], problem: what, reason }
  }
  if (value.length === 1 && width > 1 && /[,;\t]/.test(row.text))
    return { ...row, problem: `is not separated by a ${names[delimiter] ?? delimiter}, as the first line is` }
  return withPerson(
    row,
    row.cells.map((text) => ({ text })),
    columns,
  )
}

const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** Why the whole list cannot be used; the text says what was understood. Undefined where its columns identify people. */
function whyNobody(
  titles: readonly string[],
  columns: readonly ListColumn[],
  clues: Clues,
): string | undefined {
  const what = 'Name the columns in the first line: E-mail, or Name and Website, and whatever else there is.'
  if (isPerson(titles, clues)) {
    const has = titles.some(looksLikeAddress) ? 'an e-mail address' : 'a web site'
    return `The list has no header: its first line has ${has} in it. ${what}`
  }
  if (nameSomebody(columns)) return undefined
  if (titles.length === 1 && /[|:^]/.test(titles[0] ?? ''))
    return `The columns of the list are not separated by a comma, a semicolon or a tab. ${what}`
  const known = columns.flatMap(({ title, meaning }) => (meaning ? [`${quoted(title)} as ${meaning}`] : []))
  const unknown = columns.filter(({ meaning }) => !meaning).map(({ title }) => quoted(title))
  const withAddresses = titlesOfAddresses(titles, clues.sample ?? [])
  if (withAddresses.length > 0) return whichAddresses(withAddresses)
  return [
    'No column of the list has addresses.',
    ...(known.length > 0 ? [`Understood: ${known.join(', ')}.`] : []),
    ...(unknown.length > 0 ? [`Not known: ${some(unknown)}.`] : []),
    what,
  ].join(' ')
}

function whichAddresses(titles: string[]): string {
  const which = titles.map(quoted)
  return titles.length === 1
    ? `Only ${which[0]} has addresses, few or the same ones again and again: if they are the people’s, say so.`
    : `More than one column has addresses: ${some(which)}. Say which are the people’s.`
}

function some(texts: string[]): string {
  const shown = texts.slice(0, 10).join(', ')
  return texts.length > 10 ? `${shown} and ${texts.length - 10} more` : shown
}

function quoted(title: string): string {
  return `"${title.replace(/\s+/g, ' ').slice(0, 40)}"`
}
