import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatCount } from '../words/count-of.ts'
import { UserError } from '../words/errors.ts'
import type { CommandContext } from './command.ts'
import type { Progress } from './progress.ts'

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
  const isWritable = await access(file ? path : dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) throw new UserError(`--out ${name}: may not be written`)
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
