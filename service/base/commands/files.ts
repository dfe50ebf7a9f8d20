import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '../words/errors.ts'

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
