import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Command, readArguments } from '../base/commands/command.ts'
import { writeWhole } from '../base/commands/files.ts'
import { linesOf } from '../base/lines.ts'
import { UserError } from '../base/words/errors.ts'
import { bytesAtOnce, readEverything, rowsAtOnce, type TransferLine, writeEverything } from './transfer.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary: 'writes the whole database into a file (gzip), as of one moment',
  help: {
    options: { FILE: 'where to; an existing file is replaced once the backup is complete' },
    examples: ['backup motif.backup'],
    notes: ['It contains personal data and secrets. It runs beside the service. Ctrl-C leaves no half file.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms, cwd, err, signal }) => {
      const lines = readEverything(rooms.db)
      const rows = await writeWhole(resolve(cwd, FILE), FILE, (handle) => fill(handle, lines, signal))
      err(`${rows} rows in ${FILE}; it holds personal data and secrets, keep it safe\n`)
      return 0
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary: 'fills an empty database from a backup, all of it or nothing',
  help: {
    options: { FILE: 'a file that backup wrote' },
    examples: ['restore motif.backup'],
    notes: [
      'The database that DATA_DIR or DATABASE_URL names has to be empty, and no service may run on it. Ctrl-C',
      'leaves it empty.',
    ],
  },
  needsDatabase: true,
  alone: true,
  makesDatabase: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms, cwd, err, signal }) => {
      const lines = readBackup(resolve(cwd, FILE))
      const rows = await writeEverything(rooms.db, lines, signal).catch((error: Error) => {
        throw new UserError(`nothing of ${FILE} was restored: ${error.message}`)
      })
      err(`${rows} rows restored\n`)
      return 0
    }
  },
}

/**
 * Compresses the lines into the file, and returns the number of rows. Rows are written unchanged, so that no value is
 * lost.
 */
async function fill(handle: FileHandle, lines: AsyncIterable<TransferLine>, signal: AbortSignal) {
  let count = 0
  async function* toText() {
    for await (const line of lines) {
      if ('end' in line) count = line.rows
      yield 'rows' in line && Array.isArray(line.rows)
        ? `${line.rows.join('\n')}\n`
        : `${JSON.stringify(line)}\n`
    }
  }
  async function append(zipped: AsyncIterable<Buffer>) {
    for await (const part of zipped) await handle.appendFile(part)
  }
  await pipeline(Readable.from(toText()), createGzip(), append, { signal })
  return count
}

/**
 * Reads a backup, its rows in batches as `readEverything` makes them. Throws if the file cannot be read; what is missing at its end
 * shows by the missing last line.
 */
export async function* readBackup(path: string): AsyncGenerator<TransferLine> {
  const input = createGunzip()
  // A failure there ends the input, and with it the reading of lines.
  pipeline(createReadStream(path), input).catch(() => {})
  let rows: string[] = []
  let bytes = 0
  for await (const line of linesOf(input)) {
    const mark = asMark(line)
    const length = Buffer.byteLength(line)
    if (rows.length > 0 && (mark || rows.length === rowsAtOnce || bytes + length > bytesAtOnce)) {
      yield { rows }
      rows = []
      bytes = 0
    }
    if (mark) yield mark
    else {
      rows.push(line)
      bytes += length
    }
  }
}

/**
 * Parses a line that is not a row. A row begins with the name of its first column, and no table has a column of these
 * names.
 */
function asMark(line: string): TransferLine | undefined {
  if (!/^\{"(motif|table|end)":/.test(line)) return undefined
  try {
    return JSON.parse(line) as TransferLine
  } catch {
    throw new UserError('the file is not a backup that Motif wrote')
  }
}
