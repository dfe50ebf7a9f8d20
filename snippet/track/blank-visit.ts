import type { Batch } from '../../wire/event.ts'

/** A visit as each of its batches tells of it, with the highest number that it has given out. */
export type VisitBatch = Batch & { last: number }

/** A visit that nothing is known of yet. Its name is 22 url-safe characters of 110 random bits. */
export const blankVisit = (pattern: string): VisitBatch => {
  const visit = crypto
    .getRandomValues(new Uint8Array(22))
    .reduce((name, byte) => name + (byte % 32).toString(32), '')
  return { v: 1, pattern, visit, sent: 0, last: 0, events: [] }
}
