import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { UserError } from '../model/errors.ts'
import { readEverything, type TransferLine, writeEverything } from '../store/transfer.ts'
import { type Command, readArguments } from './command.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary: 'writes the whole database into a file (gzip), as of one moment',
  needsDatabase: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms, cwd, err }) => {
      const file = resolve(cwd, FILE)
      const draft = `${file}.part`
      try {
        const rows = await writeFile(draft, (write) => readEverything(rooms.db, write))
        await rename(draft, file)
        err(`${rows} rows in ${FILE}; it holds personal data and secrets, keep it safe\n`)
      } finally {
        await rm(draft, { force: true })
      }
      return 0
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary: 'fills an empty database from a backup, all of it or nothing',
  needsDatabase: true,
  alone: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms, cwd, err }) => {
      const rows = await writeEverything(rooms.db, readLines(resolve(cwd, FILE)))
      err(`${rows} rows restored\n`)
      return 0
    }
  },
}

/** Readable by this user alone; rows go in as they are, so that nothing is lost in between. */
async function writeFile(
  path: string,
  fill: (write: (line: TransferLine) => Promise<void>) => Promise<number>,
): Promise<number> {
  const zipped = createGzip()
  const written = finished(zipped.pipe(createWriteStream(path, { mode: 0o600 })))
  const rows = await fill(async (line) => {
    const text = 'rows' in line && Array.isArray(line.rows) ? line.rows.join('\n') : JSON.stringify(line)
    if (!zipped.write(`${text}\n`)) await once(zipped, 'drain')
  })
  zipped.end()
  await written
  return rows
}

const rowsAtOnce = 500

async function* readLines(path: string): AsyncGenerator<TransferLine> {
  const input = createReadStream(path).pipe(createGunzip())
  let rows: string[] = []
  for await (const line of createInterface({ input })) {
    const mark = asMark(line)
    if (!mark) rows.push(line)
    if (rows.length > 0 && (mark || rows.length >= rowsAtOnce)) {
      yield { rows }
      rows = []
    }
    if (mark) yield mark
  }
}

/** A row always begins with the name of its first column, and no table has these. */
function asMark(line: string): TransferLine | undefined {
  if (!/^\{"(motif|table|end)":/.test(line)) return undefined
  try {
    return JSON.parse(line) as TransferLine
  } catch {
    throw new UserError('the file is not a backup that Motif wrote')
  }
}
