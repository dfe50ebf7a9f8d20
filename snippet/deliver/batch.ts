import type { Batch, Event } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'
import { jsonOf } from '../page.ts'

/** What an outbox delivers: an event, the visit itself with its report, or the word that its page is hidden or left. */
export type News = Event | 'visit' | 'farewell'

/** What a batch says about its visit. */
export type VisitState = Omit<Batch, 'events'>

/** The order in which news is sent if there is no room for all. */
const ranks = { click: 0, view: 1, visit: 1, duration: 2, farewell: 3 }

/** A batch as it is sent. */
export interface Parcel {
  body: string
  /** Of UTF-8. */
  bytes: number
  news: News[]
}

/**
 * Packs as much as fits, the most important first: clicks, views and the visit, durations. It halves the number until the
 * batch fits.
 *
 * @param said what the batch says about the visit; its report goes along if the visit is among the news
 * @param room bytes of UTF-8
 * @returns `undefined` if there is nothing to pack, or if not even one event fits
 */
export function pack(
  said: VisitState,
  news: News[],
  room: number,
  maxNews = maxBatchEvents,
): Parcel | undefined {
  const packed = [...news].sort((one, other) => rankOf(one) - rankOf(other))
  for (packed.splice(maxNews); packed[0]; packed.length >>= 1) {
    const report = packed.includes('visit') ? said.report : undefined
    const body = jsonOf({ ...said, report, events: packed.filter((one) => (one as Event).seq) })
    const bytes = new Blob([body]).size
    if (bytes <= room) return { body, bytes, news: packed }
  }
}

/** Whether news may wait until the page is left, and then go with the farewell: durations, and the farewell itself. */
export function isForFarewell(one: News): boolean {
  return rankOf(one) > 1
}

function rankOf(one: News): number {
  return ranks[typeof one === 'string' ? one : one.type]
}
