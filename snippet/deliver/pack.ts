import type { Batch, Event } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'

/** A batch as it goes over the wire. */
export interface Parcel {
  body_: string
  bytes_: number
  events_: Event[]
}

const importance = ['click', 'view', 'duration']

/**
 * Packs as many of a batch's events as fit, the most important first.
 *
 * @param room bytes of UTF-8
 * @returns `undefined` where not even one fits
 */
export function pack(batch: Batch, room: number, most = maxBatchEvents): Parcel | undefined {
  const sorted = batch.events.sort((a, b) => importance.indexOf(a.type) - importance.indexOf(b.type))
  for (let count = Math.min(sorted.length, most); ; count >>= 1) {
    const events = sorted.slice(0, count)
    const body = JSON.stringify({ ...batch, events })
    const bytes = new Blob([body]).size
    if (bytes <= room) return { body_: body, bytes_: bytes, events_: events }
    if (count < 2) return
  }
}
