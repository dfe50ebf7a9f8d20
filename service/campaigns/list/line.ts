import type { ListColumn } from '../../model/listed-columns.ts'
import { BadLine, type Cell, type ListedPerson, readListedPerson } from './person.ts'

/** One line of a list, by the number of the line on which it begins; the header is line 1. */
export interface ListLine {
  line: number
  /** As it came, without its end. */
  text: string
  /** In the order of the columns; none where the line could not be taken apart. */
  cells: string[]
  person?: ListedPerson
  /** Why nobody is invited by it. */
  problem?: string
}

/** A list whose header was understood. */
export interface List {
  /** In their order. Those of NDJSON become more while it is read. */
  columns: readonly ListColumn[]
  lines: AsyncGenerator<ListLine>
}

/** A list whose columns are known, which may not be enough to say who anybody is. */
export interface OpenedList extends List {
  format: 'csv' | 'ndjson'
  /** Of CSV. */
  delimiter?: string
  /** Why it cannot be used as a whole. */
  problem?: string
}

/** More than what is kept of anybody. */
const longestLine = 32_768
const keptOfLonger = 1000

/** The lines, each short enough that many can be kept and shown at once; of a longer one the beginning, and that it is. */
export async function* withoutLong(lines: AsyncGenerator<ListLine>): AsyncGenerator<ListLine> {
  for await (const each of lines) yield each.text.length > longestLine ? shortened(each) : each
}

function shortened({ line, text, problem }: ListLine): ListLine {
  const beginning = text.slice(0, keptOfLonger).toWellFormed()
  return { line, text: beginning, cells: [], problem: problem ?? `is longer than ${longestLine} characters` }
}

/** The line with its person, or with what is wrong. */
export function withPerson(
  row: ListLine,
  cells: readonly (Cell | undefined)[],
  columns: readonly ListColumn[],
): ListLine {
  try {
    return { ...row, person: readListedPerson(cells, columns) }
  } catch (error) {
    if (error instanceof BadLine) return { ...row, problem: error.message }
    throw error
  }
}
