import { randomBytes } from 'node:crypto'
import { access, constants, type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncToDisk } from '../database/pglite/data-dir.ts'
import { UserError } from '../words/errors.ts'
import { formatCount } from '../words/text.ts'
import type { CommandContext } from './command.ts'

/** The size of a file in bytes. Throws a UserError where there is none, with `name`, the path as it was typed. */
export async function fileSize(path: string, name: string): Promise<number> {
  const file = await stat(path).catch(() => undefined)
  if (file?.isFile()) return file.size
  throw new UserError(`${name}: ${file ? 'not a file' : 'no such file'}`)
}

/** Throws a UserError where a file cannot be written: before a command begins, so that a wrong folder is noticed at once. */
export async function assertWritable(path: string, name: string): Promise<void> {
  const file = await stat(path).catch(() => undefined)
  if (file?.isDirectory()) throw new UserError(`--out ${name}: is a folder; name a file in it`)
  await access(file && !file.isFile() ? path : dirname(path), constants.W_OK).catch((error: Error) => {
    throw new UserError(`--out ${name}: there is no such folder, or it may not be written: ${error.message}`)
  })
}

/**
 * Writes a file that only its owner may read. It gets its name once it is complete and on the disk; `/dev/stdout` is written
 * to as it is. Throws a UserError with `name`, the path as it was typed.
 */
export async function writeWhole<T>(
  path: string,
  name: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const there = await stat(path).catch(() => undefined)
  // A random name for a file that must not exist yet: an existing file or link is never written to.
  const draft = !there || there.isFile() ? `${path}.${randomBytes(8).toString('hex')}.part` : undefined
  const handle = await open(draft ?? path, draft ? 'wx' : 'w', 0o600).catch((error: Error) => {
    throw new UserError(`${name} cannot be written: ${error.message}`)
  })
  try {
    await using file = handle
    const written = await write(file)
    if (draft === undefined) return written
    await file.sync()
    await rename(draft, path)
    await syncToDisk(dirname(path))
    return written
  } catch (error) {
    throw new UserError(`${name} was not written: ${(error as Error).message}`)
  } finally {
    if (draft !== undefined) await rm(draft, { force: true })
  }
}

const mostNamed = 50

/** Creates the report of a file's bad lines: it shows the first 50, and at the end the number of the others. */
export function createBadLines({ err }: Pick<CommandContext, 'err'>, progress: Progress) {
  let count = 0
  return {
    tell(line: number, problem: string): void {
      if (++count > mostNamed) return
      progress.clear()
      err(`line ${line}: ${problem}\n`)
    },
    finish(): void {
      if (count > mostNamed) err(`… and ${formatCount(count - mostNamed)} lines more\n`)
    },
  }
}

const redrawMs = 100

export type Progress = ReturnType<typeof createProgress>

/** Creates the line that says how far a command is, for a terminal: it is drawn at most ten times a second. */
export function createProgress(out: (text: string) => void, what = 'lines') {
  let drawn = Number.NEGATIVE_INFINITY
  return {
    show(doneShare: number, count: number): void {
      if (performance.now() - drawn < redrawMs) return
      drawn = performance.now()
      out(`\r${Math.floor(Math.min(1, doneShare) * 100)} %, ${formatCount(count)} ${what}\x1b[K`)
    },
    clear(): void {
      if (Number.isFinite(drawn)) out('\r\x1b[K')
    },
  }
}
