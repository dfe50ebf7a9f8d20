import { toCsvRow, unguardCell } from '../../base/words/csv-cell.ts'
import { invalidField } from '../../base/words/errors.ts'
import { type BlankTest, looksLikeAddress, nothingIn, plainCell } from './cells.ts'
import { type Clues, isPerson, nameSomebody, readColumns } from './columns.ts'
import { titlesOfAddresses } from './contents.ts'
import { chooseHeader, findHeader, hasTooMany, headersOf, readRows, type Shape } from './csv.ts'
import { type ListLine, type OpenedList, type TextLine, takeBeginning, withPerson } from './lines.ts'
import type { ListColumn, SaidOfColumns } from './list-column.ts'
import { readObjects } from './read-objects.ts'
import type { SpooledList } from './spool-list.ts'

type StoredList = Pick<SpooledList, 'format' | 'read'>

/** Reads a list. Throws `invalid-field` where it cannot be understood; the message says what to change. */
export async function readList(stored: StoredList, said?: SaidOfColumns): Promise<OpenedList> {
  const list = await openList(stored, said)
  if (list.problem) throw invalidField(list.problem)
  return list
}

/** As `readList`, but also returns a list whose columns identify nobody. */
export async function openList({ format, read }: StoredList, said: SaidOfColumns = {}): Promise<OpenedList> {
  const beginning = await takeBeginning(read())
  const first = beginning.find(({ text }) => text.trim())?.text ?? ''
  const isObjects = format === 'text' && first.trimStart().startsWith('{')
  const list = isObjects
    ? readObjects(beginning, read(), said)
    : await readTable({ format, read }, beginning, said)
  return { ...list, lines: withoutLong(list.lines) }
}

interface Table extends Shape {
  format: StoredList['format']
  /** Without those of a links file. */
  columns: readonly ListColumn[]
  isBlank: BlankTest
}

async function readTable(
  { format, read: readAll }: StoredList,
  beginning: readonly TextLine[],
  said: SaidOfColumns,
): Promise<OpenedList> {
  const isSheet = format !== 'text'
  const header = isSheet ? headerOfSheet(beginning) : findHeader(beginning)
  const { delimiter, titles: all } = header
  const titles = withoutOutColumns(all)
  const below = beginning.slice(header.lines)
  const shape = { delimiter, width: all.length }
  const read = isSheet ? readSheet : readRows
  const sample: string[][] = []
  for await (const { cells } of read(below, shape))
    if (cells.some((cell) => cell.trim() !== '') && !hasTooMany(cells, shape.width))
      sample.push(cells.map((cell) => plainCell(unguardCell(cell))))
  const isBlank = nothingIn(sample)
  const known = sample.map((cells) => cells.map((cell) => (isBlank(cell) ? '' : cell)))
  const clues = { ...said, remembered: await said.recall?.(titles), sample: known }
  const columns = readColumns(titles, clues)
  const problem = whyNobody(titles, columns, clues)
  const rows = read(behind(readAll(), beginning[header.lines - 1]?.line ?? 0), shape)
  const lines = readPeople(rows, { ...shape, format, columns, isBlank })
  return { format: isSheet ? format : 'csv', titles, delimiter, columns, lines, ...(problem && { problem }) }
}

async function* behind(lines: AsyncIterable<TextLine>, header: number): AsyncGenerator<TextLine> {
  for await (const each of lines) if (each.line > header) yield each
}

/** The rows of a workbook or a web page, each of which is stored as its number and its cells. */
async function* readSheet(lines: AsyncIterable<TextLine> | Iterable<TextLine>): AsyncGenerator<ListLine> {
  for await (const line of lines) yield line.problem ? { ...line, cells: [] } : toRow(line)
}

function toRow({ text: json }: TextLine): ListLine {
  const [line, cells] = JSON.parse(json || '[0,[]]') as [number, string[]]
  return { line, cells, text: toCsvRow(cells, { end: '', isGuarded: false }) }
}

function headerOfSheet(beginning: readonly TextLine[]) {
  const rows = beginning.map((line) => toRow(line).cells)
  return chooseHeader([headersOf(rows, ',', () => 1)])
}

/** The columns that are added to a list when it is exported. */
export const outColumns = ['link', 'status', 'problem'] as const
/** The columns that are added to the lines that could not be used. */
export const problemColumns = ['line', 'problem'] as const

function withoutOutColumns(header: readonly string[]): readonly string[] {
  const added = [outColumns, problemColumns].find((titles) => {
    const last = header.slice(-titles.length).map((title) => title.trim().toLowerCase())
    return header.length > titles.length && last.join() === titles.join()
  })
  return added ? header.slice(0, -added.length) : header
}

/** More than what is stored of any person. */
const longestLine = 32_768
const keptOfLonger = 1000

async function* withoutLong(lines: AsyncGenerator<ListLine>): AsyncGenerator<ListLine> {
  const tooLong = `is longer than ${longestLine} characters`
  for await (const each of lines) {
    const { person: _person, problem = tooLong, ...row } = each
    const text = row.text.slice(0, keptOfLonger).toWellFormed()
    yield row.text.length > longestLine ? { ...row, text, cells: [], problem } : each
  }
}

async function* readPeople(rows: AsyncGenerator<ListLine>, table: Table): AsyncGenerator<ListLine> {
  let count = 0
  for await (const row of rows) {
    if (!row.problem && row.cells.every((cell) => cell.trim() === '')) continue
    count++
    yield row.problem ? row : readRow(row, table)
  }
  if (count === 0) throw invalidField('The list has a first line and nobody below it.')
}

function readRow({ line, text, cells: all }: ListLine, table: Table): ListLine {
  const { width, columns, delimiter, format, isBlank } = table
  const name = names[delimiter] ?? delimiter
  if (hasTooMany(all, width)) {
    const mend = `ut the cell that has a ${name} in it between quotation marks`
    const problem = `has ${all.length} cells where the first line has ${width}: p${mend}`
    // Its cells stand in wrong columns.
    return {
      line,
      text,
      cells: [],
      problem,
      reason: { what: 'more cells than the first line', remedy: `P${mend}.` },
    }
  }
  const row = { line, text, cells: all.slice(0, columns.length).map(unguardCell) }
  if (format === 'text' && all.length === 1 && width > 1 && /[,;\t]/.test(text))
    return { ...row, problem: `is not separated by a ${name}, as the first line is` }
  return withPerson(row, columns, [], isBlank)
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
  const which = titlesOfAddresses(titles, clues.sample ?? []).map(quoted)
  if (which.length === 1)
    return `Only ${which[0]} has addresses, few or the same ones again and again: if they are the people’s, say so.`
  if (which.length > 1)
    return `More than one column has addresses: ${some(which)}. Say which are the people’s.`
  const known = columns.flatMap(({ title, meaning }) => (meaning ? [`${quoted(title)} as ${meaning}`] : []))
  const unknown = columns.filter(({ meaning }) => !meaning).map(({ title }) => quoted(title))
  return [
    'No column of the list has addresses.',
    ...(known.length > 0 ? [`Understood: ${known.join(', ')}.`] : []),
    ...(unknown.length > 0 ? [`Not known: ${some(unknown)}.`] : []),
    what,
  ].join(' ')
}

function some(texts: string[]): string {
  const shown = texts.slice(0, 10).join(', ')
  return texts.length > 10 ? `${shown} and ${texts.length - 10} more` : shown
}

function quoted(title: string): string {
  return `"${title.replace(/\s+/g, ' ').slice(0, 40)}"`
}
