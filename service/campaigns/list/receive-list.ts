import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '../../model/errors.ts'
import { createEncodingWatch, type Encoding } from './encoding.ts'

/** A list that has come whole. It lies in a file without a name, which is gone with the process. */
export interface SpooledList {
  encoding: Encoding
  bytes: number
  /** The list as text, without a byte order mark, each line ended by `\n` or `\r\n`. */
  text(onBytes?: (bytes: number) => void): AsyncGenerator<string>
  close(): Promise<void>
}

/** What may come at most. */
export interface ListLimits {
  bytes: number
  lines: number
  /** Whether it is the beginning of a list, which may be cut within a letter. */
  isPart?: boolean
}

/** What a list may be at most. */
export const listLimits: ListLimits = { bytes: 64 * 1024 * 1024, lines: 200_000 }

const chunkBytes = 256 * 1024

/**
 * Keeps a list in a file while it comes: only at its end is it known whether it is UTF-8, and nothing of a list that is
 * cut off is imported. Throws `too-large` above the limits, `invalid-field` for what is no text.
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
      if (bytes > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`)
      watch.see(chunk)
      // The header is a line as well.
      if (watch.lines() > limits.lines + 1) throw tooLarge(`${limits.lines.toLocaleString('en')} lines`)
      await writeAll(file, chunk)
    }
  } catch (error) {
    await file.close()
    throw error
  }
  const { encoding, lineEnd } = watch.result(limits.isPart)
  async function* text(onBytes = (_bytes: number) => {}): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding)
    const whole = (part: string) => (lineEnd === '\r' ? part.replaceAll('\r', '\n') : part)
    for await (const chunk of readAll(file)) {
      onBytes(chunk.length)
      yield whole(decoder.decode(chunk, { stream: true }))
    }
    yield whole(decoder.decode())
  }
  return { encoding, bytes, text, close: () => file.close() }
}

/** The first bytes say what kind of file it is, however slowly they come. */
const beginningBytes = 4

/** The same bytes; the first of them in one piece. */
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

/** By the first bytes of a file, what people send instead of a list. */
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

function tooLarge(most: string): DomainError {
  return new DomainError('too-large', `A list has at most ${most}: send it in parts.`)
}
