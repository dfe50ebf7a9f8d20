import { jsonMembers, parseObject } from '../../base/words/json.ts'
import { readColumns } from './columns.ts'
import type { Sample } from './contents.ts'
import type { Corrections, SaidOfColumns } from './corrections.ts'
import { type ListLine, type OpenedList, withPerson } from './line.ts'
import type { ListColumn } from './list-column.ts'
import type { Cell } from './person.ts'
import { type Entry, join } from './read-lines.ts'

/** More keys than any export has. A list with data as keys would have a column for each person. */
const mostColumns = 500

/** Reads NDJSON: an object on each line, whose keys are the titles of columns. */
export function readObjects(
  beginning: readonly Entry<string>[],
  rest: AsyncGenerator<Entry<string>>,
  { corrections }: SaidOfColumns,
): OpenedList {
  const columns: ListColumn[] = []
  const { titles, sample } = sampleOf(beginning)
  const known = { columns, corrections, sample }
  addColumns(known, titles)
  return { format: 'ndjson', columns, lines: readEach(join(beginning, rest), known) }
}

/** The columns so far. Each object may add some. */
interface Columns {
  columns: ListColumn[]
  corrections: Corrections | undefined
  sample: Sample
}

/** The keys of the first objects, and their values. */
function sampleOf(beginning: readonly Entry<string>[]): { titles: string[]; sample: Sample } {
  const objects = beginning
    .flatMap(({ value = '' }) => (parseObject(value) ? [jsonMembers(value)] : []))
    .filter(({ size }) => size <= mostColumns)
  const titles = [...new Set(objects.flatMap((members) => [...members.keys()]))].slice(0, mostColumns)
  return {
    titles,
    sample: objects.map((members) => titles.map((title) => toCell(members.get(title))?.text ?? '')),
  }
}

async function* readEach(lines: AsyncGenerator<Entry<string>>, known: Columns): AsyncGenerator<ListLine> {
  for await (const { line, value: text = '', problem } of lines) {
    if (problem) yield { line, text, cells: [], problem }
    else if (text.trim()) yield readObject(line, text.trim(), known)
  }
}

function readObject(line: number, text: string, known: Columns): ListLine {
  const { columns } = known
  if (!parseObject(text)) return { line, text, cells: [], problem: 'is no JSON object' }
  const members = jsonMembers(text)
  if (!addColumns(known, [...members.keys()]))
    return {
      line,
      text,
      cells: [],
      problem: `has more keys than the ${mostColumns} different ones that a list may have`,
    }
  const cells = columns.map(({ title }) => toCell(members.get(title)))
  const row = { line, text, cells: cells.map((cell) => cell?.text ?? '') }
  return withPerson(row, cells, columns)
}

/** A string stands for itself, null for nothing, any other value for its JSON. */
function toCell(json: string | undefined): Cell | undefined {
  if (json === undefined || json === 'null') return undefined
  return json.startsWith('"') ? { text: JSON.parse(json) as string } : { text: json, json }
}

/** False, and nothing is added, if they are too many: one such object stops no other. */
function addColumns({ columns, corrections, sample }: Columns, titles: string[]): boolean {
  const known = new Set(columns.map(({ title }) => title))
  const fresh = titles.filter((title) => !known.has(title))
  if (fresh.length === 0) return true
  if (known.size + fresh.length > mostColumns) return false
  columns.splice(0, columns.length, ...readColumns([...known, ...fresh], { corrections, sample }))
  return true
}
