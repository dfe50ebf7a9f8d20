import { randomBytes } from 'node:crypto'
import { access, constants, type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '../words/errors.ts'
import { formatCount } from '../words/text.ts'
import type { CommandContext } from './command.ts'

/**
 * The size of a file in bytes. Throws a UserError where there is none; the message has `name`, the path as it was
 * typed.
 */
export async function fileSize(path: string, name: string): Promise<number> {
  const file = await stat(path).catch(() => undefined)
  if (file?.isFile()) return file.size
  throw new UserError(`${name}: ${file ? 'not a file' : 'no such file'}`)
}

/**
 * Throws a UserError where a file cannot be written. Checked before a command begins, so that a wrong folder is noticed
 * at once.
 */
export async function assertWritable(path: string, name: string): Promise<void> {
  const [file, folder] = await Promise.all([path, dirname(path)].map((at) => stat(at).catch(() => undefined)))
  if (file?.isDirectory()) throw new UserError(`--out ${name}: is a folder; name a file in it`)
  if (!folder?.isDirectory()) throw new UserError(`--out ${name}: there is no folder ${dirname(path)}`)
  const needed = [...(file ? [path] : []), ...(file?.isFile() === false ? [] : [dirname(path)])]
  await Promise.all(needed.map((at) => access(at, constants.W_OK))).catch(() => {
    throw new UserError(`--out ${name}: may not be written`)
  })
}

/**
 * Writes a file that only its owner may read. It gets its name once it is complete and on the disk: whatever fails, an
 * existing file of this name stays. What is no file, such as `/dev/stdout`, is written to as it is. Throws a UserError;
 * the message has `name`, the path as it was typed.
 */
export async function writeWhole<T>(
  path: string,
  name: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const isFile = await stat(path).then(
    (there) => there.isFile(),
    () => true,
  )
  // A random name for a file that must not exist yet: an existing file or link is never written to.
  const draft = isFile ? `${path}.${randomBytes(8).toString('hex')}.part` : undefined
  const handle = await open(draft ?? path, draft ? 'wx' : 'w', 0o600).catch((error: Error) => {
    throw new UserError(`${name} cannot be written: ${error.message}`)
  })
  try {
    const written = await writeAndClose(handle, write)
    if (draft === undefined) return written
    await rename(draft, path)
    await syncFolder(dirname(path))
    return written
  } catch (error) {
    throw new UserError(`${name} was not written: ${(error as Error).message}`)
  } finally {
    if (draft !== undefined) await rm(draft, { force: true })
  }
}

async function writeAndClose<T>(handle: FileHandle, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    const written = await write(handle)
    if ((await handle.stat()).isFile()) await handle.sync()
    return written
  } finally {
    await handle.close()
  }
}

/** How many bad lines are shown; the others are only counted. */
const mostNamed = 50

/** Creates the report of a file's bad lines: it shows the first ones, and at the end the number of the others. */
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
const width = 24

export interface Progress {
  /** Redraws the bar, at most ten times a second. */
  show(doneShare: number, lines: number): void
  /** Clears the bar. */
  clear(): void
}

/** Creates a progress bar for a terminal: share done, lines, lines a second. `now` is in milliseconds. */
export function createProgress(
  out: (text: string) => void,
  now: () => number = Date.now,
  what = 'lines',
): Progress {
  const began = now()
  let drawn = Number.NEGATIVE_INFINITY
  let hasDrawn = false
  return {
    show(doneShare, lines) {
      if (now() - drawn < redrawMs) return
      drawn = now()
      hasDrawn = true
      out(
        `\r${bar(doneShare)} ${formatCount(lines)} ${what}, ${formatCount(lines / Math.max(0.001, (drawn - began) / 1000))}/s\x1b[K`,
      )
    },
    clear() {
      if (hasDrawn) out('\r\x1b[K')
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}

/** Brings the names in a folder to the disk: a file that was made or renamed is only there after a power cut once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
