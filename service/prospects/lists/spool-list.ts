import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import { toCsvRow } from '../../base/words/csv-cell.ts'
import { DomainError, isOutOfSpace } from '../../base/words/errors.ts'
import { createEncodingWatch, type Encoding, type ListWriting } from './encoding.ts'
import { type Entry, readLines } from './read-lines.ts'
import { hasPassword, saveAsCsv, tooManyLines } from './refused-list.ts'
import { readWorkbook } from './workbook.ts'

/** A complete list. It is kept in an unlinked file, which disappears with the process. */
export interface SpooledList {
  format: 'text' | 'xlsx'
  encoding: Encoding
  bytes: number
  /** Including the header. */
  lines: number
  /** Of a workbook: the name of the sheet that is read. */
  sheet?: string
  /**
   * Its lines with their numbers, from 1. Of a text, without a byte order mark; a line may end with `\r`. Of a workbook, the
   * rows that are not blank, each as CSV that has the cells of all its columns.
   */
  read(): AsyncGenerator<Entry<string>>
  close(): Promise<void>
}

/** The limits of a list. */
interface ListLimits {
  bytes: number
  lines: number
}

/** The limits of a list that is imported. */
const listLimits: ListLimits = { bytes: 64 * 1024 * 1024, lines: 200_000 }

/**
 * Stores a list in a file while it arrives, because only the end shows whether it is UTF-8 or where the parts of a workbook
 * are, and because an incomplete list must not be imported. What it is, its first bytes say. Throws `too-large` above the
 * limits, `invalid-field` for what is neither text nor a workbook, and `unavailable` if the disk is full.
 */
export async function spoolList(
  chunks: AsyncIterable<Uint8Array>,
  limits: ListLimits = listLimits,
): Promise<SpooledList> {
  let file: FileHandle | undefined
  try {
    file = await openNameless()
    return await spoolInto(file, chunks, limits)
  } catch (error) {
    await file?.close()
    throw isOutOfSpace(error) ? noSpace() : error
  }
}

async function spoolInto(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  limits: ListLimits,
): Promise<SpooledList> {
  const watch = createEncodingWatch()
  let bytes = 0
  let kind: FileKind = 'text'
  for await (const chunk of chunks) {
    if (bytes === 0) kind = kindOf(chunk)
    bytes += chunk.length
    assertListBytes(bytes, limits)
    if (kind === 'text') watch.see(chunk)
    // The header is a line, too.
    if (watch.lines() > limits.lines + 1) throw tooManyLines(limits.lines)
    await writeAll(file, chunk)
  }
  if (kind === 'xls') throw await refuseOld(file)
  if (kind === 'zip') return unpacked(file, bytes, limits)
  const writing = watch.result()
  const { encoding } = writing
  const read = () => readLines(textOf(file, writing))
  return { format: 'text', encoding, bytes, lines: watch.lines(), read, close: () => file.close() }
}

async function* textOf(file: FileHandle, { encoding, lineEnd }: ListWriting): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const whole = (part: string) => (lineEnd === '\r' ? part.replaceAll('\r', '\n') : part)
  for await (const chunk of readAll(file)) yield whole(decoder.decode(chunk, { stream: true }))
  yield whole(decoder.decode())
}

/** Reads a workbook into another file, and gives that. */
async function unpacked(file: FileHandle, bytes: number, limits: ListLimits): Promise<SpooledList> {
  const to = await openNameless()
  try {
    const task = { from: file.fd, bytes, to: to.fd, mostLines: limits.lines }
    const { lines, sheet, width } = await readWorkbook(task)
    await file.close()
    const read = () => toRows(readLines(textOf(to, { encoding: 'utf-8', lineEnd: '\n' })), width)
    return { format: 'xlsx', encoding: 'utf-8', bytes, lines, sheet, read, close: () => to.close() }
  } catch (error) {
    await to.close()
    throw error
  }
}

async function* toRows(lines: AsyncGenerator<Entry<string>>, width: number): AsyncGenerator<Entry<string>> {
  for await (const { value = '' } of lines) {
    const [line, cells] = JSON.parse(value) as [number, string[]]
    while (cells.length < width) cells.push('')
    yield { line, value: toCsvRow(cells, { end: '', isGuarded: false }) }
  }
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

const chunkBytes = 256 * 1024

async function* readAll(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

type FileKind = 'text' | 'zip' | 'xls'

/** Throws `invalid-field` for what is neither text nor may be a workbook. Office before 2007 and workbooks with a password begin alike. */
function kindOf(chunk: Uint8Array): FileKind {
  const beginning = Buffer.from(chunk.subarray(0, 4)).toString('hex')
  if (beginning.startsWith('25504446')) throw saveAsCsv('a PDF')
  if (beginning.startsWith('1f8b')) throw saveAsCsv('a packed file (.gz)')
  if (/^504b0[357]/.test(beginning)) return 'zip'
  return beginning === 'd0cf11e0' ? 'xls' : 'text'
}

/** The name of what a workbook with a password has in it: MS-OFFCRYPTO, 2.3.4.4. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

async function refuseOld(file: FileHandle): Promise<DomainError> {
  let before = Buffer.alloc(0)
  for await (const chunk of readAll(file)) {
    if (Buffer.concat([before, chunk]).includes(encrypted)) return hasPassword()
    before = Buffer.from(chunk.subarray(-encrypted.length))
  }
  return saveAsCsv('an old workbook (.xls)')
}

/** Throws `too-large` for a list of so many bytes. */
export function assertListBytes(bytes: number, limits: ListLimits = listLimits): void {
  if (bytes <= limits.bytes) return
  throw new DomainError(
    'too-large',
    `A list has at most ${limits.bytes / 1024 / 1024} MiB: send it in parts.`,
  )
}

const retryAfterSeconds = 60

function noSpace(): DomainError {
  const message = 'The service has no space left to keep the list while it is read. Send it again later.'
  return new DomainError('unavailable', message, retryAfterSeconds)
}
