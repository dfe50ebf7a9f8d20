import type { Batch, Event } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'
import { jsonOf } from '../json.ts'

/** What an outbox delivers: an event, or the visit itself with its report. */
export type News = Event | Batch

/** A batch as it is sent. */
export interface Parcel {
  body: string
  bytes: number
  news: News[]
}

/**
 * Packs as much as fits, the most important first: clicks, views, durations. It halves the number until the batch fits.
 *
 * @param sent milliseconds since the visit began
 * @param room bytes of UTF-8
 * @param most events in a batch. Default: `maxBatchEvents`
 * @returns `undefined` if there is nothing to pack, or if not even one event fits
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
    const parcel = parcelOf(visit, sent, sorted.slice(0, count))
    if (parcel.bytes <= room) return parcel
  }
}

/**
 * Packs durations, or nothing, into a batch that says that the page was hidden or left (see `isFarewell`).
 *
 * @param sent milliseconds since the visit began
 */
export const packFarewell = (visit: Batch, sent: number, news: News[], room: number): Parcel | undefined => {
  const silent = { ...visit, visible: visit.visible ?? 0, input: undefined }
  return news.length ? pack(silent, sent, news, room) : parcelOf(silent, sent, news)
}

const parcelOf = (visit: Batch, sent: number, news: News[]): Parcel => {
  const events = news.filter((one) => 'seq' in one)
  const visible = visit.visible && Math.min(visit.visible, sent)
  const report = events.length < news.length ? visit.report : undefined
  const body = jsonOf({ ...visit, sent, visible, report, events })
  return { body, bytes: sizeOf(body), news }
}

/** The size of a text in bytes of UTF-8. */
export const sizeOf = (text: string): number => new TextEncoder().encode(text).length

const rank = (news: News): number => ('ms' in news ? 2 : 'button' in news ? 0 : 1)
