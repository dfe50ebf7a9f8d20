import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DomainError, type Refusal } from '../../../base/words/errors.ts'
import { emptySheet, readSheet } from './read-sheet.ts'
import { openParts } from './workbook-parts.ts'

/** The task of the worker: both files stay open until it has ended. */
export interface WorkbookWorkerData {
  /** The workbook. */
  from: number
  /** Where its rows go, each a line of JSON: `[5,["jane@acme.example","Jane"]]`. */
  to: number
  limits: { bytes: number; lines: number }
}

/** What a workbook's first sheet has. */
export interface WorkbookRows {
  sheet: string
  /** The number of its last row. */
  lines: number
  /** How many columns it has. */
  width: number
}

/** What the worker answers, once. */
export type WorkbookAnswer = { rows: WorkbookRows } | { refusal: Refusal; message: string }

/** Bytes are written in pieces of this size. */
const pieceBytes = 256 * 1024

const { from, to, limits } = workerData as WorkbookWorkerData
parentPort?.postMessage(await answer())

async function answer(): Promise<WorkbookAnswer> {
  try {
    return { rows: await convert() }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.refusal, message: error.message }
    throw error
  }
}

async function convert(): Promise<WorkbookRows> {
  const parts = await openParts(from)
  const writer = createWriter()
  let count = 0
  let lines = 0
  let width = 0
  await readSheet(parts, (row, cells) => {
    count++
    // The header is a row, too.
    if (count > limits.lines + 1) throw tooLarge(`${limits.lines.toLocaleString('en')} lines`)
    lines = row
    width = Math.max(width, cells.length)
    writer.write(`${JSON.stringify([row, cells])}\n`)
  })
  writer.flush()
  if (count === 0) throw emptySheet(parts.sheet.name)
  return { sheet: parts.sheet.name, lines, width }
}

/** Writes at once, so that nothing is under way when the thread is ended. */
function createWriter() {
  let waiting = ''
  let bytes = 0
  function flush(): void {
    const piece = Buffer.from(waiting)
    waiting = ''
    bytes += piece.length
    if (bytes > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB of text`)
    for (let at = 0; at < piece.length; ) at += writeSync(to, piece, at)
  }
  return {
    write(text: string) {
      waiting += text
      if (waiting.length >= pieceBytes) flush()
    },
    flush,
  }
}

function tooLarge(most: string): DomainError {
  return new DomainError('too-large', `A list has at most ${most}: send it in parts.`)
}
