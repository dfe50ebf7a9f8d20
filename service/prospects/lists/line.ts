import type { ListColumn } from './list-column.ts'
import { BadLine, type Cell, type LineFault, type ListedPerson, readListedPerson } from './person.ts'

/** A line of a list. `line` is the number of the line on which it begins; the header is line 1. */
export interface ListLine {
  line: number
  /** As it was written, without its line end. */
  text: string
  /** In the order of the columns; empty where the line could not be split. */
  cells: string[]
  person?: ListedPerson
  /** Why it invites nobody. */
  problem?: string
  /** The same for all lines that have this problem. Left out where the problem says it. */
  reason?: LineFault
}

/** A list whose columns are known, but may not identify anybody. */
export interface OpenedList {
  /** In their order. NDJSON may add columns while it is read. */
  columns: readonly ListColumn[]
  lines: AsyncGenerator<ListLine>
  format: 'csv' | 'ndjson' | 'xlsx'
  /** For CSV only. */
  delimiter?: string
  /** Not for NDJSON: the header, without the columns that a file of a campaign adds. */
  titles?: readonly string[]
  /** Why the whole list cannot be used. */
  problem?: string
}

/** Adds the person to a line, or what is wrong with it. */
export function withPerson(
  row: ListLine,
  cells: readonly (Cell | undefined)[],
  columns: readonly ListColumn[],
): ListLine {
  try {
    return { ...row, person: readListedPerson(cells, columns) }
  } catch (error) {
    if (error instanceof BadLine)
      return { ...row, problem: error.message, ...(error.reason && { reason: error.reason }) }
    throw error
  }
}

/** The columns that are added to a list when it is exported. */
export const outColumns = ['link', 'status', 'problem'] as const
/** The columns that are added to the lines that could not be used. */
export const problemColumns = ['line', 'problem'] as const

/** The header without the columns that an earlier export added. */
export function withoutOutColumns(header: readonly string[]): readonly string[] {
  const added = [outColumns, problemColumns].find((titles) => {
    const last = header.slice(-titles.length).map((title) => title.trim().toLowerCase())
    return header.length > titles.length && last.join() === titles.join()
  })
  return added ? header.slice(0, -added.length) : header
}
