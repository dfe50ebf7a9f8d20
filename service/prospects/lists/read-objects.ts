import { jsonMembers, parseObject } from '../../base/words/json.ts'
import { readColumns } from './columns.ts'
import type { Sample } from './contents.ts'
import { type ListLine, type OpenedList, type TextLine, withPerson } from './lines.ts'
import type { Corrections, ListColumn, SaidOfColumns } from './list-column.ts'

/** More keys than any export has. A list with data as keys would have a column for each person. */
const mostColumns = 500

/** The columns so far. Each object may add some. */
interface Columns {
  columns: ListColumn[]
  corrections: Corrections | undefined
  sample: Sample
}

/** Reads NDJSON: an object on each line, whose keys are the titles of columns. */
export function readObjects(
  beginning: readonly TextLine[],
  lines: AsyncIterable<TextLine>,
  { corrections }: SaidOfColumns,
): OpenedList {
  const objects = beginning
    .map(({ text }) => (parseObject(text) ? jsonMembers(text) : new Map<string, string>()))
    .filter(({ size }) => size > 0 && size <= mostColumns)
  const titles = [...new Set(objects.flatMap((members) => [...members.keys()]))].slice(0, mostColumns)
  const sample = objects.map((members) => titles.map((title) => textOf(members.get(title))))
  const known: Columns = { columns: [], corrections, sample }
  addColumns(known, titles)
  return { format: 'ndjson', columns: known.columns, lines: readEach(lines, known) }
}

async function* readEach(lines: AsyncIterable<TextLine>, known: Columns): AsyncGenerator<ListLine> {
  for await (const { line, text, problem } of lines)
    if (problem) yield { line, text, cells: [], problem }
    else if (text.trim()) yield readObject(line, text.trim(), known)
}

function readObject(line: number, text: string, known: Columns): ListLine {
  const { columns } = known
  if (!parseObject(text)) return { line, text, cells: [], problem: 'is not a JSON object' }
  const members = jsonMembers(text)
  const tooMany = `has more keys than the ${mostColumns} different ones that a list may have`
  if (!addColumns(known, [...members.keys()])) return { line, text, cells: [], problem: tooMany }
  const json = columns.map(({ title }) => members.get(title))
  return withPerson({ line, text, cells: json.map(textOf) }, columns, json)
}

/** A string stands for itself, null for nothing, any other value for its JSON. */
function textOf(json: string | undefined): string {
  if (json === undefined || json === 'null') return ''
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}

/** False, and nothing is added, if they are too many: one such object stops no other. */
function addColumns({ columns, corrections, sample }: Columns, titles: string[]): boolean {
  const known = new Set(columns.map(({ title }) => title))
  const fresh = titles.filter((title) => !known.has(title))
  if (known.size + fresh.length > mostColumns) return false
  if (fresh.length > 0)
    columns.splice(0, columns.length, ...readColumns([...known, ...fresh], { corrections, sample }))
  return true
}
