import type { Batch, Event } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'

/** What an outbox has to tell: an event, or, as a batch without events, the visit and its report. */
export type News = Event | Batch

/** A batch as it goes over the wire. */
export interface Parcel {
  body: string
  bytes: number
  news: News[]
}

/**
 * Packs as much news as fits, the most important first: clicks, views, durations.
 *
 * @param room bytes of UTF-8
 * @returns `undefined` where there is none, or not even one fits
 */
export const pack = (
  visit: Batch,
  sent: number,
  news: Iterable<News>,
  room: number,
  most = maxBatchEvents,
): Parcel | undefined => {
  const sorted = [...news].sort((a, b) => rank(a) - rank(b))
  for (let count = Math.min(sorted.length, most); count; count >>= 1) {
    const chosen = sorted.slice(0, count)
    const events = chosen.filter((one) => one !== visit)
    const report = events.length < count ? visit.report : undefined
    const body = JSON.stringify({ ...visit, sent, report, events })
    const bytes = sizeOf(body)
    if (bytes <= room) return { body, bytes, news: chosen }
  }
}

/** Bytes of UTF-8 that a text takes. */
export const sizeOf = (text: string): number => new TextEncoder().encode(text).length

const rank = (news: News): number => ('ms' in news ? 2 : 'button' in news ? 0 : 1)
