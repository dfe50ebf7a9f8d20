import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import { pageDecoder } from '../../base/net/fetch-page.ts'
import { workerFile } from '../../base/project-folder.ts'
import { DomainError, isOutOfSpace } from '../../base/words/errors.ts'
import { createWorkerPool } from '../../base/worker-pool.ts'
import { likelyEncoding } from './encodings.ts'
import { readLines, type TextLine } from './lines.ts'
import { saveAsCsv, tooLarge, tooMany } from './refused-list.ts'
import type { WorkbookOperations, WorkbookTask } from './workbook-worker.ts'

interface ListWriting {
  encoding: string
  /** `\r` alone is the line end of old Macintoshes, and of Excel there. */
  lineEnd: '\n' | '\r'
}

/** A complete list. It is kept in an unlinked file, which disappears with the process. */
export interface SpooledList {
  format: 'text' | 'html' | 'xlsx'
  encoding: string
  bytes: number
  lines: number
  /** Of a workbook: the name of the sheet that is read. */
  sheet?: string
  /** Its lines without a byte order mark; a line may end with `\r`. Of a workbook and a web page: see `WorkbookTask`. */
  read(): AsyncGenerator<TextLine>
  close(): Promise<void>
}

const noSpace = 'The service has no space left to keep the list while it is read. Send it again later.'
const retryAfterSeconds = 60
const listLimits = { bytes: 64 * 1024 * 1024, lines: 200_000 }

/**
 * Stores a list while it arrives: only its end shows whether it is UTF-8, and an incomplete one must not be imported. Throws
 * `too-large`, `invalid-field` for what is neither text nor a workbook, and `unavailable` if the disk is full.
 */
export async function spoolList(
  chunks: AsyncIterable<Uint8Array>,
  limits = listLimits,
  encoding?: string,
): Promise<SpooledList> {
  let file: FileHandle | undefined
  try {
    file = await openNameless()
    return await spoolInto(file, chunks, limits, encoding)
  } catch (error) {
    await file?.close()
    throw isOutOfSpace(error) ? new DomainError('unavailable', noSpace, retryAfterSeconds) : error
  }
}

async function spoolInto(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  limits: typeof listLimits,
  said: string | undefined,
): Promise<SpooledList> {
  const watch = createEncodingWatch(said)
  let bytes = 0
  let format: SpooledList['format'] = 'text'
  for await (const chunk of chunks) {
    if (bytes === 0) format = formatOf(chunk)
    bytes += chunk.length
    assertListBytes(bytes, limits)
    if (format !== 'xlsx') watch.see(chunk)
    if (format === 'text' && watch.lines() > limits.lines + 1)
      throw tooMany(`${limits.lines.toLocaleString('en')} lines`)
    await file.appendFile(chunk)
  }
  const { isOther, lineEnd, ...known } = watch.result()
  const encoding = isOther ? likelyEncoding(await wideCells(file)) : known.encoding
  if (format !== 'text') {
    const page = format === 'html' ? { encoding } : {}
    return { format, encoding, bytes, ...(await unpack(file, { bytes, mostLines: limits.lines, ...page })) }
  }
  const read = () => readLines(textOf(file, { encoding, lineEnd }))
  return { format, encoding, bytes, lines: watch.lines(), read, close: () => file.close() }
}

/** Watches bytes pass: UTF-16 by its byte order mark; UTF-8 if most letters beyond ASCII are; else it is another encoding. */
function createEncodingWatch(said: string | undefined) {
  let decoder: TextDecoder | undefined
  const count = { letters: 0, unreadable: 0, '\n': 0, '\r': 0 }

  function see(chunk: Uint8Array): void {
    decoder ??= said ? new TextDecoder(said) : pageDecoder(chunk, '')
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x0a) count['\n']++
      else if (code === 0x0d) count['\r']++
      else if (code === 0xfffd) count.unreadable++
      else if (code > 0x7f) count.letters++
    }
  }

  return {
    see,
    lines: () => count['\n'] || count['\r'],
    result(): ListWriting & { isOther: boolean } {
      const { encoding } = decoder ?? new TextDecoder()
      const lineEnd = count['\n'] === 0 && count['\r'] > 0 ? '\r' : '\n'
      return { encoding, lineEnd, isOther: !said && encoding === 'utf-8' && count.unreadable > count.letters }
    },
  }
}

async function* textOf(file: FileHandle, { encoding, lineEnd }: ListWriting): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const whole = (part: string) => (lineEnd === '\r' ? part.replaceAll('\r', '\n') : part)
  for await (const bytes of bytesOf(file)) yield whole(decoder.decode(bytes, { stream: bytes.length > 0 }))
}

/** Its bytes in pieces, the last of which is empty. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(256 * 1024)
  // Not a stream of the file: one that is left before its end closes it.
  for (let at = 0, length = 1; length > 0; at += length) {
    length = (await file.read(buffer, 0, buffer.length, at)).bytesRead
    yield buffer.subarray(0, length)
  }
}

/** By so many its encoding is known. They take 40 ms. */
const enoughCells = 200

async function wideCells(file: FileHandle): Promise<string[]> {
  const cells = new Set<string>()
  for await (const bytes of bytesOf(file)) {
    for (const cell of bytes.toString('latin1').split(/[\t\r\n",;<>]+/))
      if (/[\x80-\xff]/.test(cell)) cells.add(cell)
    if (cells.size > enoughCells) break
  }
  return [...cells].slice(0, enoughCells)
}

/** Puts the rows of a workbook or a web page into a file of their own. */
async function unpack(file: FileHandle, task: Omit<WorkbookTask, 'from' | 'to'>) {
  const to = await openNameless()
  try {
    const rows = await workbooks.run('readRows', { from: file.fd, to: to.fd, ...task })
    await file.close()
    const read = () => readLines(textOf(to, { encoding: 'utf-8', lineEnd: '\n' }))
    return { ...rows, read, close: () => to.close() }
  } catch (error) {
    await to.close()
    throw error
  }
}

const workbooks = createWorkerPool<WorkbookOperations>({
  name: 'workbook',
  file: workerFile('service/prospects/lists/workbook-worker.ts'),
  tooMuch: tooLarge,
  threads: 1,
  // 50,000 people with 12 columns take 95 MB and 3 s.
  memoryMb: 256,
  processorMs: 60_000,
  wallMs: 600_000,
  idleMs: 0,
})

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `motif-list-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Other files, by how they begin. Office puts a workbook with a password into what it used before 2007. */
const others: [beginning: string, kind: string][] = [
  ['%PDF', 'a PDF'],
  ['\x1f\x8b', 'a packed file (.gz)'],
  ['\xd0\xcf\x11\xe0', 'an old workbook (.xls), or one with a password'],
  ['<?xml', 'XML, as Excel 2003 wrote workbooks: open it in Excel'],
]
/** Many programs call a web page with a table `.xls`. */
const webPage = /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body|table|meta|style|div)\b/i

/** What a list is by how it begins. Throws `invalid-field` for what is neither text nor a workbook. */
function formatOf(chunk: Uint8Array): SpooledList['format'] {
  const beginning = Buffer.from(chunk.subarray(0, 100)).toString('latin1')
  const other = others.find(([begins]) => beginning.replace(/^\xef\xbb\xbf/, '').startsWith(begins))
  if (other) throw saveAsCsv(other[1])
  if (['PK\x03', 'PK\x05', 'PK\x07'].some((begins) => beginning.startsWith(begins))) return 'xlsx'
  return webPage.test(beginning) ? 'html' : 'text'
}

/** Throws `too-large` for a list of so many bytes. */
export function assertListBytes(bytes: number, limits = listLimits): void {
  if (bytes > limits.bytes) throw tooMany(`${limits.bytes / 1024 / 1024} MiB`)
}
