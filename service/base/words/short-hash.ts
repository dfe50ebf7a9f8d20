import { createHash } from 'node:crypto'

/** 132 bits of SHA-256 as 22 base64url characters: enough to tell contents apart. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
