import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlankTest } from './cells.ts'
import type { ListColumn } from './list-column.ts'
import { BadLine, type LineFault, type ListedPerson, readListedPerson } from './person.ts'

/** A line of a file. `line` is the number of the line on which it begins, from 1. */
export interface TextLine {
  line: number
  text: string
  problem?: string
}

/** A line of a list. */
export interface ListLine extends TextLine {
  /** In the order of the columns; empty where the line could not be split. */
  cells: string[]
  person?: ListedPerson
  /** The same for all lines that have this problem. Left out where the problem says it. */
  reason?: LineFault
}

/** A list whose columns are known. */
export interface OpenedList {
  /** In their order. NDJSON may add columns while it is read. */
  columns: readonly ListColumn[]
  lines: AsyncGenerator<ListLine>
  format: 'csv' | 'html' | 'ndjson' | 'xlsx'
  /** For CSV only. */
  delimiter?: string
  /** Not for NDJSON: the header, without the columns that a file of a campaign adds. */
  titles?: readonly string[]
  problem?: string
}

/** Adds the person to a line, or what is wrong with it. `json` and `isBlank`: see `readListedPerson`. */
export function withPerson(
  row: ListLine,
  columns: readonly ListColumn[],
  json?: readonly (string | undefined)[],
  isBlank?: BlankTest,
): ListLine {
  try {
    return { ...row, person: readListedPerson(row.cells, columns, json, isBlank) }
  } catch (error) {
    if (!(error instanceof BadLine)) throw error
    return { ...row, problem: error.message, ...(error.reason && { reason: error.reason }) }
  }
}

/** Lines in groups of so many. */
export async function* inBatches(lines: AsyncIterable<ListLine>, most: number): AsyncGenerator<ListLine[]> {
  let batch: ListLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const longestLine = 1_000_000
const tooLong = { text: '', problem: 'longer than 1 MB' }
const turnMs = 10

/** The lines of a text. A line over 1 MB is only reported. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let line = 0
  let rest = ''
  let isTooLong = false
  let began = performance.now()
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) {
      if (performance.now() - began > turnMs) {
        await nextTurn()
        began = performance.now()
      }
      yield { line: ++line, ...(isTooLong ? tooLong : { text: each }) }
      isTooLong = false
    }
    if (rest.length > longestLine) {
      isTooLong = true
      rest = ''
    }
  }
  if (isTooLong) yield { line: ++line, ...tooLong }
  else if (rest) yield { line: ++line, text: rest }
}

/** By so many lines and characters the columns of a list are known. Less than what is sent for a preview. */
const someLines = 100
const someCharacters = 32 * 1024

/** The first lines, but for blank ones in front. */
export async function takeBeginning(lines: AsyncIterable<TextLine>): Promise<TextLine[]> {
  const taken: TextLine[] = []
  let characters = 0
  for await (const line of lines) {
    characters += line.text.length
    if (line.text.trim() !== '' || line.problem || taken.length > 0) taken.push(line)
    if (taken.length >= someLines || characters >= someCharacters) break
  }
  return taken
}
