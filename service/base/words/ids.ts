import { createHash, randomBytes } from 'node:crypto'

/** An ObjectId: 4 bytes of seconds and 8 random ones, as 24 lower-case hex digits. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}

/** Whether a text has the form of an id; other texts need no look-up. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

/** The unguessable value in the link: 16 random bytes. It never begins with `-`, which spreadsheets take for a formula. */
export function newPattern(): string {
  for (;;) {
    const pattern = randomBytes(16).toString('base64url')
    if (!pattern.startsWith('-')) return pattern
  }
}

/** Whether a text has the form of a pattern made by `newPattern`. */
export function isIssuedPattern(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** 132 bits of SHA-256 as 22 base64url characters: enough to tell contents apart. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
