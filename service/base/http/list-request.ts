import { DomainError } from '../words/errors.ts'

const defaultLimit = 100
const highestLimit = 1000

/** Reads how many items of a list are wanted: 1 to 1000, by default 100. Throws `invalid-field`. */
export function readLimit(text = String(defaultLimit)): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= highestLimit) return limit
  throw new DomainError('invalid-field', `limit: must be a whole number from 1 to ${highestLimit}.`)
}

/** The cursor that asks for what follows this position in a list. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position that `encodeCursor` made the cursor of. Throws `invalid-field` for any other text. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position)) return position
  } catch {
    // Reported below.
  }
  throw badCursor()
}

/** Whether a value of a cursor can be a time: milliseconds since 1970, as far as a `Date` goes. PostgreSQL goes further. */
export function isTime(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15
}

/** The error for a cursor that no answer contained. */
export function badCursor(): DomainError {
  return new DomainError('invalid-field', 'cursor: must be the next of an earlier answer to the same query.')
}
