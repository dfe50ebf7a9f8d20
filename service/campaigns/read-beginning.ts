import { DomainError } from '../base/words/errors.ts'
import { type Corrections, readCorrections } from './list/corrections.ts'
import type { ListLine } from './list/line.ts'
import { openList } from './list/read-list.ts'
import { listLimits, type SpooledList, spoolList } from './list/receive-list.ts'
import type { ListReading, UnusableLine } from './listed-columns.ts'

/** The query of `POST /lists/read`. */
export interface ReadingParameters {
  /** JSON: see `readCorrections`. */
  columns?: string
  /** `true`: the text is the beginning of a longer list. */
  part?: string
}

const largestBytes = 1024 * 1024
const mostRows = 5
const mostProblems = 20
const longestText = 200

/**
 * Reads a list, or its beginning, as an import would, without storing anything. Throws `too-large` above 1 MiB, and
 * `invalid-field` where the columns cannot be recognised.
 */
export async function readBeginning(
  chunks: AsyncIterable<Uint8Array>,
  { columns, part }: ReadingParameters,
): Promise<ListReading> {
  const corrections = columns === undefined ? undefined : readCorrections(columns)
  const isPart = readPart(part)
  const list = await spoolList(chunks, { ...listLimits, bytes: largestBytes, isPart })
  try {
    return await readAll(list, isPart, corrections)
  } finally {
    await list.close()
  }
}

async function readAll(list: SpooledList, isPart: boolean, corrections?: Corrections): Promise<ListReading> {
  const { format, delimiter, columns, problem, lines: all } = await openList(list.text(), corrections)
  const rows: ListReading['rows'] = []
  const problems: UnusableLine[] = []
  let lines = 0
  let unusable = 0
  for await (const line of isPart ? withoutLast(all) : all) {
    lines++
    if (line.cells.length > 0 && rows.length < mostRows) rows.push({ line: line.line, cells: line.cells })
    if (line.problem === undefined) continue
    unusable++
    if (problems.length < mostProblems) problems.push(toUnusable(line, line.problem))
  }
  const understood = {
    format,
    encoding: list.encoding,
    ...(delimiter && { separator: delimiter }),
    columns: [...columns],
    rows,
  }
  // If the columns identify nobody, every line is unusable for that reason.
  if (problem) return { ...understood, lines, unusable: lines, problems: [], problem }
  return { ...understood, lines, unusable, problems }
}

/** The last line of a part may be cut. */
async function* withoutLast(lines: AsyncIterable<ListLine>): AsyncGenerator<ListLine> {
  let held: ListLine | undefined
  for await (const line of lines) {
    if (held) yield held
    held = line
  }
}

function toUnusable({ line, text }: ListLine, problem: string): UnusableLine {
  return { line, text: text.slice(0, longestText).toWellFormed(), problem }
}

function readPart(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw new DomainError('invalid-field', 'part: must be true or false.')
}
