import { invalidField } from '../../base/words/errors.ts'
import { plainCell } from '../../prospects/lists/cells.ts'
import { readEncoding } from '../../prospects/lists/encodings.ts'
import type { ListLine } from '../../prospects/lists/lines.ts'
import { readCorrections, type SaidOfColumns } from '../../prospects/lists/list-column.ts'
import type { LineFault } from '../../prospects/lists/person.ts'
import { openList } from '../../prospects/lists/read-list.ts'
import { type SpooledList, spoolList } from '../../prospects/lists/spool-list.ts'
import type { ListReading, UnusableReason } from '../campaign.ts'
import { whatAListTells } from '../lift/can-tell.ts'
import { maxControl, unitOf } from '../lift/draw.ts'
import type { ListReadingQuery } from '../operations.ts'

const mostRows = 5
const mostReasons = 20
const mostExamples = 3
const longestText = 200

/**
 * Reads a list, or its beginning, as an import would, without storing anything. Throws `too-large`, and `invalid-field`
 * where it is no list. `source` is where its lines can be corrected.
 */
export async function readBeginning(
  chunks: AsyncIterable<Uint8Array>,
  { columns, encoding, part, control = '0' }: ListReadingQuery,
  recall?: SaidOfColumns['recall'],
  source = 'the file',
): Promise<ListReading> {
  const share = readControl(control)
  const corrections = columns === undefined ? undefined : readCorrections(columns)
  const list = await spoolList(chunks, undefined, readEncoding(encoding))
  try {
    const reading = await readAll(list, part === 'true', share, { corrections, recall })
    for (const reason of reading.problems)
      if (reason.remedy) reason.remedy = reason.remedy.replace('in the file', `in ${source}`)
    return reading
  } finally {
    await list.close()
  }
}

function readControl(text: string): number {
  const control = /^\d{1,2}$/.test(text) ? Number(text) : maxControl + 1
  if (control <= maxControl) return control
  throw invalidField(`control: must be a whole number from 0 to ${maxControl}.`)
}

/** @param control percentage of companies in the control group */
async function readAll(list: SpooledList, isPart: boolean, control: number, said: SaidOfColumns) {
  const { format, delimiter, columns, problem, lines: all } = await openList(list, said)
  const rows: ListReading['rows'] = []
  const people = new Map<string, boolean>()
  const companies = new Map<string, number>()
  const reasons = new Map<string, Reason>()
  let lines = 0
  let unusable = 0
  let letters: string | undefined
  for await (const each of isPart && list.format === 'text' ? withoutLast(all) : all) {
    lines++
    const { line, cells, person } = each
    if (cells.length > 0 && rows.length < mostRows) rows.push({ line, cells: cells.map(plainCell) })
    letters ??= lettersOf(cells)
    if (person) {
      const unit = unitOf({ email: person.email, domain: person.facts.domain })
      if (!people.has(person.key)) companies.set(unit, (companies.get(unit) ?? 0) + 1)
      people.set(person.key, people.get(person.key) || person.facts.company !== undefined)
    } else {
      unusable++
      addReason(reasons, each)
    }
  }
  letters ??= lettersOf(columns.map(({ title }) => title))
  const understood = {
    format,
    encoding: list.encoding,
    ...(letters !== undefined && { letters }),
    ...(list.sheet !== undefined && { sheet: list.sheet }),
    ...(delimiter && format === 'csv' && { separator: delimiter }),
    columns: [...columns],
    rows,
    lines,
  }
  const noPeople = { people: 0, withoutCompany: 0, repeated: 0 }
  // If the columns identify nobody, every line is unusable for that reason.
  if (problem) return { ...understood, ...noPeople, unusable: lines, problems: [], problem }
  const usable = lines - unusable
  const most = [...reasons.values()].sort((one, other) => other.lines - one.lines).slice(0, mostReasons)
  return {
    ...understood,
    people: people.size,
    withoutCompany: [...people.values()].filter((isKnown) => !isKnown).length,
    repeated: usable - people.size,
    unusable,
    problems: most.map((reason) => toUnusable(reason, usable)),
    ...(control > 0 && whatAListTells([...companies.values()], control)),
  }
}

function lettersOf(cells: readonly string[]): string | undefined {
  const wide = cells.filter((cell) => /[^\0-\x7f]/.test(cell)).slice(0, mostExamples)
  return wide.length > 0 ? wide.join(', ').slice(0, longestText).toWellFormed() : undefined
}

type Reason = UnusableReason & Pick<LineFault, 'addressUnder'>

function addReason(reasons: Map<string, Reason>, { line, text, problem = '', reason }: ListLine): void {
  const what = reason?.what ?? problem
  const same = reasons.get(what) ?? { problem: what, lines: 0, examples: [], ...reason }
  same.lines++
  if (same.examples.length < mostExamples)
    same.examples.push({ line, text: text.slice(0, longestText).toWellFormed() })
  reasons.set(what, same)
}

/** Where more lines have their address in another column than can be used, that column is meant. */
function toUnusable(reason: Reason, usable: number): UnusableReason {
  const { addressUnder: title, problem, lines, examples, remedy } = reason
  if (title === undefined || lines <= usable) return { problem, lines, examples, ...(remedy && { remedy }) }
  const better = { remedy: `Take ${title} for the e-mail address.`, columns: { [title]: 'email' } }
  return { problem, lines, examples, ...better }
}

/** The last line of a part may be cut. A workbook is whole, or cannot be read. */
async function* withoutLast(lines: AsyncIterable<ListLine>): AsyncGenerator<ListLine> {
  let held: ListLine | undefined
  for await (const line of lines) {
    if (held) yield held
    held = line
  }
}
