import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the demo knows from its last run. */
export interface Memory {
  token: string
  /** The campaigns by their names: their ids, and whether their visits have been played. */
  campaigns: Record<string, { id: string; isPlayed: boolean }>
}

/** Reads the memory in `folder`. Creates a new one if there is none, or if it cannot be read. */
export function recall(folder: string): Memory {
  try {
    const { token, campaigns } = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as Partial<Memory>
    if (typeof token === 'string') return { token, campaigns: campaigns ?? {} }
  } catch {
    // There is none yet, or a crash has truncated it.
  }
  return { token: randomBytes(24).toString('base64url'), campaigns: {} }
}

/** Writes the memory atomically. Only its owner can read the file, because it contains the token. */
export function remember(folder: string, memory: Memory): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, fileName)
  writeFileSync(`${file}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const fileName = 'demo.json'
