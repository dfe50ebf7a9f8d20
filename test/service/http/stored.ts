import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { motif } from '../../support/motif.ts'

/** Every row of every table, as `table: JSON`, by the backup that may be taken beside a running service. */
export async function dump(environment: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-dump-'))
  const file = join(folder, 'backup')
  const { code, stderr } = await motif(['backup', file], environment)
  if (code !== 0) throw new Error(stderr)
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
  await rm(folder, { recursive: true })
  let table = ''
  return lines.flatMap((line) => {
    const found = /^\{"table":"(\w+)"\}$/.exec(line)?.[1]
    if (found) table = found
    return found ? [] : [`${table}: ${line}`]
  })
}

/** The rows of `dump` in which one of the texts is. */
export async function rowsWith(environment: Record<string, string>, ...texts: string[]): Promise<string[]> {
  return (await dump(environment)).filter((row) => texts.some((text) => row.includes(text)))
}
