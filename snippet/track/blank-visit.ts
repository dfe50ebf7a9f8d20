import type { Batch } from '../../wire/event.ts'

/** What each batch of a visit says about it: the highest event number so far, and whether somebody was there. */
export type VisitBatch = Batch & { last: number; input: boolean; readonly visible: number }

/** A new visit without events. Its name is 22 URL-safe characters with 110 random bits. */
export const blankVisit = (pattern: string): VisitBatch => {
  const visit = crypto
    .getRandomValues(new Uint8Array(22))
    .reduce((name, byte) => name + (byte % 32).toString(32), '')
  return { v: 1, pattern, visit, sent: 0, last: 0, input: false, visible: 0, events: [] }
}
