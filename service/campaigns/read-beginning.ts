import { DomainError } from '../base/words/errors.ts'
import type { ListLine } from '../prospects/lists/lines.ts'
import { readCorrections, type SaidOfColumns } from '../prospects/lists/list-column.ts'
import { openList } from '../prospects/lists/read-list.ts'
import { type SpooledList, spoolList } from '../prospects/lists/spool-list.ts'
import type { ListReading, UnusableReason } from './listed-columns.ts'

/** The query of `POST /lists/read`. */
export interface ReadingParameters {
  /** JSON: see `readCorrections`. */
  columns?: string
  /** `true`: the text is the beginning of a longer list. */
  part?: string
}

const mostRows = 5
const mostReasons = 20
const mostExamples = 3
const longestText = 200

/**
 * Reads a list, or its beginning, as an import would, without storing anything. Throws `too-large`, and `invalid-field`
 * where it is no list.
 */
export async function readBeginning(
  chunks: AsyncIterable<Uint8Array>,
  { columns, part }: ReadingParameters,
  recall?: SaidOfColumns['recall'],
): Promise<ListReading> {
  const corrections = columns === undefined ? undefined : readCorrections(columns)
  const isPart = readPart(part)
  const list = await spoolList(chunks)
  try {
    // A workbook is whole, or cannot be read.
    return await readAll(list, isPart && list.format === 'text', { corrections, recall })
  } finally {
    await list.close()
  }
}

async function readAll(list: SpooledList, isPart: boolean, said: SaidOfColumns): Promise<ListReading> {
  const { format, delimiter, columns, problem, lines: all } = await openList(list, said)
  const rows: ListReading['rows'] = []
  const count = createCount()
  let lines = 0
  for await (const line of isPart ? withoutLast(all) : all) {
    lines++
    if (line.cells.length > 0 && rows.length < mostRows) rows.push({ line: line.line, cells: line.cells })
    count.add(line)
  }
  const understood = {
    format,
    encoding: list.encoding,
    ...(list.sheet !== undefined && { sheet: list.sheet }),
    ...(delimiter && format === 'csv' && { separator: delimiter }),
    columns: [...columns],
    rows,
    lines,
  }
  // If the columns identify nobody, every line is unusable for that reason.
  if (problem) return { ...understood, ...noPeople, unusable: lines, problems: [], problem }
  return { ...understood, ...count.result() }
}

const noPeople = { people: 0, withoutCompany: 0, repeated: 0 }

type Counted = Pick<ListReading, 'people' | 'withoutCompany' | 'repeated' | 'unusable' | 'problems'>

/** Counts what the lines of a list would be. */
function createCount(): { add(line: ListLine): void; result(): Counted } {
  /** Whether a line says the company, by the key of the person. */
  const people = new Map<string, boolean>()
  const reasons = new Map<string, UnusableReason & { addressUnder?: string }>()
  let repeated = 0
  let unusable = 0

  function addUnusable({ line, text, problem = '', reason }: ListLine): void {
    unusable++
    const what = reason?.what ?? problem
    const same = reasons.get(what) ?? { problem: what, lines: 0, examples: [], ...reason }
    same.lines++
    if (same.examples.length < mostExamples)
      same.examples.push({ line, text: text.slice(0, longestText).toWellFormed() })
    reasons.set(what, same)
  }

  return {
    add(line) {
      const { person } = line
      if (!person) return addUnusable(line)
      const before = people.get(person.key)
      if (before !== undefined) repeated++
      people.set(person.key, before || person.facts.company !== undefined)
    },
    result() {
      const withoutCompany = [...people.values()].filter((isKnown) => !isKnown).length
      const most = [...reasons.values()].sort((one, other) => other.lines - one.lines).slice(0, mostReasons)
      const usable = people.size + repeated
      const problems = most.map((reason) => toUnusable(reason, usable))
      return { people: people.size, withoutCompany, repeated, unusable, problems }
    },
  }
}

/** Where more lines have their address in another column than can be used, that column is meant. */
function toUnusable(
  { addressUnder: title, problem, lines, examples, remedy }: UnusableReason & { addressUnder?: string },
  usable: number,
): UnusableReason {
  if (title === undefined || lines <= usable) return { problem, lines, examples, ...(remedy && { remedy }) }
  return {
    problem,
    lines,
    examples,
    remedy: `Take ${title} for the e-mail address.`,
    columns: { [title]: 'email' },
  }
}

/** The last line of a part may be cut. */
async function* withoutLast(lines: AsyncIterable<ListLine>): AsyncGenerator<ListLine> {
  let held: ListLine | undefined
  for await (const line of lines) {
    if (held) yield held
    held = line
  }
}

function readPart(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw new DomainError('invalid-field', 'part: must be true or false.')
}
