import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '../../base/words/errors.ts'
import { createEncodingWatch, type Encoding } from './encoding.ts'

/** A complete list. It is kept in an unlinked file, which disappears with the process. */
export interface SpooledList {
  encoding: Encoding
  bytes: number
  /** Including the header. */
  lines: number
  /** The list as text, without a byte order mark; each line ends with `\n` or `\r\n`. */
  text(): AsyncGenerator<string>
  close(): Promise<void>
}

/** The limits of a list. */
export interface ListLimits {
  bytes: number
  lines: number
  /** Whether it is the beginning of a list, which may be cut within a character. */
  isPart?: boolean
}

/** The limits of a list that is imported. */
export const listLimits: ListLimits = { bytes: 64 * 1024 * 1024, lines: 200_000 }

const chunkBytes = 256 * 1024

/**
 * Stores a list in a file while it arrives, because only the end shows whether it is UTF-8, and because an incomplete
 * list must not be imported. Throws `too-large` above the limits, and `invalid-field` for what is not text.
 */
export async function spoolList(
  chunks: AsyncIterable<Uint8Array>,
  limits: ListLimits = listLimits,
): Promise<SpooledList> {
  const file = await openNameless()
  const watch = createEncodingWatch()
  let bytes = 0
  try {
    for await (const chunk of withWholeBeginning(chunks)) {
      if (bytes === 0) refuseWorkbook(chunk)
      bytes += chunk.length
      assertListBytes(bytes, limits)
      watch.see(chunk)
      // The header is a line, too.
      if (watch.lines() > limits.lines + 1) throw tooLarge(`${limits.lines.toLocaleString('en')} lines`)
      await writeAll(file, chunk)
    }
  } catch (error) {
    await file.close()
    throw error
  }
  const { encoding, lineEnd } = watch.result(limits.isPart)
  async function* text(): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding)
    const whole = (part: string) => (lineEnd === '\r' ? part.replaceAll('\r', '\n') : part)
    for await (const chunk of readAll(file)) yield whole(decoder.decode(chunk, { stream: true }))
    yield whole(decoder.decode())
  }
  return { encoding, bytes, lines: watch.lines(), text, close: () => file.close() }
}

/** The first bytes show the kind of file, even if they arrive one by one. */
const beginningBytes = 4

/** The same bytes, with the first ones in one chunk. */
async function* withWholeBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (beginning === undefined) yield chunk
    else {
      beginning = Buffer.concat([beginning, chunk])
      if (beginning.length < beginningBytes) continue
      yield beginning
      beginning = undefined
    }
  }
  if (beginning !== undefined && beginning.length > 0) yield beginning
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `motif-list-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

async function* readAll(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Files that people send instead of a list, by their first bytes. */
const workbooks: [start: string, name: string][] = [
  ['504b0304', 'a workbook (.xlsx) or another packed file'],
  ['d0cf11e0', 'a workbook (.xls)'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a packed file (.gz)'],
]

function refuseWorkbook(chunk: Uint8Array): void {
  const start = Buffer.from(chunk.subarray(0, 4)).toString('hex')
  const found = workbooks.find(([bytes]) => start.startsWith(bytes))
  if (found)
    throw new DomainError('invalid-field', `The list is ${found[1]}: save it as CSV (UTF-8) and send that.`)
}

/** Throws `too-large` for a list of so many bytes. */
export function assertListBytes(bytes: number, limits: ListLimits = listLimits): void {
  if (bytes > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`)
}

function tooLarge(most: string): DomainError {
  return new DomainError('too-large', `A list has at most ${most}: send it in parts.`)
}
