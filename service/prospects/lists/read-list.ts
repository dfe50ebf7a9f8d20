import { unguardCell } from '../../base/words/csv-cell.ts'
import { DomainError } from '../../base/words/errors.ts'
import { looksLikeAddress } from './addresses.ts'
import { type Clues, isPerson, nameSomebody, readColumns } from './columns.ts'
import { type Sample, titlesOfAddresses } from './contents.ts'
import type { SaidOfColumns } from './corrections.ts'
import { findHeader, hasTooMany, readRecords } from './csv.ts'
import { type ListLine, type OpenedList, withoutOutColumns, withPerson } from './line.ts'
import type { ListColumn } from './list-column.ts'
import { type Entry, join, takeBeginning } from './read-lines.ts'
import { readObjects } from './read-objects.ts'
import type { SpooledList } from './spool-list.ts'

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
  const beginning = await takeBeginning(lines)
  const first = beginning.find(({ value }) => value?.trim())?.value ?? ''
  const isObjects = format !== 'xlsx' && first.trimStart().startsWith('{')
  const list = isObjects ? readObjects(beginning, lines, said) : await readTable(beginning, lines, said)
  return { ...list, ...(format === 'xlsx' && { format }), lines: withoutLong(list.lines) }
}

async function readTable(
  beginning: readonly Entry<string>[],
  rest: AsyncGenerator<Entry<string>>,
  said: SaidOfColumns,
): Promise<OpenedList> {
  const { delimiter, titles: all, lines: above } = findHeader(beginning)
  const titles = withoutOutColumns(all)
  const below = beginning.slice(above)
  const shape = { delimiter, width: all.length }
  const remembered = await said.recall?.(titles)
  const clues = { ...said, remembered, sample: await sampleOf(below, shape) }
  const columns = readColumns(titles, clues)
  const problem = whyNobody(titles, columns, clues)
  const lines = readRows(join(below, rest), { ...shape, columns })
  return { format: 'csv', titles, delimiter, columns, lines, ...(problem && { problem }) }
}

/** The rows by which columns are known, without those whose cells stand in wrong columns. */
async function sampleOf(below: readonly Entry<string>[], shape: Shape): Promise<Sample> {
  const sample: string[][] = []
  for await (const { value } of readRecords(join(below), shape))
    if (value?.some((cell) => cell.trim() !== '') && !hasTooMany(value, shape.width))
      sample.push(value.map(unguardCell))
  return sample
}

interface Shape {
  delimiter: string
  /** The number of cells in a row, including the columns that a links file adds. */
  width: number
}

/** More than what is stored of any person. */
const longestLine = 32_768
const keptOfLonger = 1000

/** Cuts lines that are too long to be stored and shown, and marks them as a problem. */
async function* withoutLong(lines: AsyncGenerator<ListLine>): AsyncGenerator<ListLine> {
  for await (const each of lines) yield each.text.length > longestLine ? shortened(each) : each
}

function shortened({ line, text, problem, reason }: ListLine): ListLine {
  const beginning = text.slice(0, keptOfLonger).toWellFormed()
  const tooLong = `is longer than ${longestLine} characters`
  return { line, text: beginning, cells: [], problem: problem ?? tooLong, ...(reason && { reason }) }
}

interface Table extends Shape {
  /** Without those of a links file. */
  columns: readonly ListColumn[]
}

async function* readRows(lines: AsyncGenerator<Entry<string>>, table: Table): AsyncGenerator<ListLine> {
  let count = 0
  for await (const { line, value, text = '', problem } of readRecords(lines, table)) {
    if (value?.every((cell) => cell.trim() === '')) continue
    count++
    const cells = value?.slice(0, table.columns.length).map(unguardCell) ?? []
    const row = { line, text, cells }
    if (problem) yield { ...row, problem }
    else yield readRow(row, value ?? [], table)
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
