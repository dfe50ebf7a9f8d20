import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the demo made for one page and one person. */
export interface Made {
  /** Of the template and the person it was made from: where it differs now, the record is made anew. */
  fingerprint: string
  /** Sent with the request, so that one which was cut off half-way is not made twice. */
  idempotencyKey: string
  /** Id of the content record, once there is one. */
  content?: string
}

/** What the demo knows from its last run. */
export interface Memory {
  token: string
  made: Record<string, Made>
  /** Id of the campaign, once it is whole. */
  campaign?: string
}

/** Reads what was kept in `folder`; begins anew where there is nothing, or nothing that can be read. */
export function recall(folder: string): Memory {
  try {
    const { token, made, campaign } = JSON.parse(
      readFileSync(join(folder, fileName), 'utf8'),
    ) as Partial<Memory>
    if (typeof token === 'string' && made && typeof made === 'object')
      return { token, made, ...(typeof campaign === 'string' && { campaign }) }
  } catch {
    // None yet, or cut short by a crash.
  }
  return { token: randomBytes(24).toString('base64url'), made: {} }
}

/** Keeps it, in one step: whoever reads finds the old or the new. The file is for its owner only, for the token. */
export function remember(folder: string, memory: Memory): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, fileName)
  writeFileSync(`${file}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const fileName = 'demo.json'
