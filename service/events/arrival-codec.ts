import { type Batch, detailOf, type Event, type Report } from '../../wire/event.ts'
import { readVersioned } from '../base/database/stored-format.ts'
import type { Arrival } from './changes.ts'

/** Arrivals as they are stored: JSON arrays by position, half as long as objects, with the version first. */
type EncodedArrival = [
  pattern: string,
  visit: string,
  arrivedAt: number,
  robot: 0 | 1,
  sent: number,
  last: number | null,
  report: [number[], number[], number[], number[]] | null,
  events: EncodedArrivalEvent[],
  input?: boolean | null,
  visible?: number | null,
]

type EncodedArrivalEvent = [seq: number, item: string, type: string, at: number, extra?: number | string]

/** The text of arrivals. Unknown fields of a batch are left out. */
export function encodeArrivals(arrivals: Arrival[]): string {
  return JSON.stringify(['v2', ...arrivals.map(encode)])
}

/** The arrivals that `encodeArrivals` wrote. Throws NewerFormat. */
export function decodeArrivals(text: string): Arrival[] {
  const read = (elements: unknown[]) => (elements as EncodedArrival[]).map(decode)
  return readVersioned('arrivals', text, { v1: read, v2: read })
}

function encode({ batch, arrivedAt, robot }: Arrival): EncodedArrival {
  const { pattern, visit, sent, last = null, report, events, input = null, visible = null } = batch
  return [
    pattern,
    visit,
    arrivedAt,
    robot ? 1 : 0,
    sent,
    last,
    report ? [report.applied, report.missing, report.refused, report.contested] : null,
    events.map(encodeEvent),
    input,
    visible,
  ]
}

function encodeEvent(event: Event): EncodedArrivalEvent {
  const { seq, item, type, at } = event
  const detail = detailOf(type)
  if (!detail) return [seq, item, type, at]
  // `readBatch` has checked that the type's own field is there.
  return [seq, item, type, at, (event as Event & Record<string, string | number>)[detail.name] as string]
}

function decode(encoded: EncodedArrival): Arrival {
  const [pattern, visit, arrivedAt, robot, sent, last, report, events, input, visible] = encoded
  const batch: Batch = { v: 1, pattern, visit, sent, events: events.map(decodeEvent) }
  if (last !== null) batch.last = last
  if (typeof input === 'boolean') batch.input = input
  if (typeof visible === 'number') batch.visible = visible
  if (report) batch.report = decodeReport(report)
  return { batch, arrivedAt, robot: robot === 1 }
}

function decodeReport([applied, missing, refused, contested]: NonNullable<EncodedArrival[6]>): Report {
  return { applied, missing, refused, contested }
}

/** The type says what `extra` is: events are checked before they are encoded. */
function decodeEvent([seq, item, type, at, extra]: EncodedArrivalEvent): Event {
  const detail = detailOf(type)
  return { seq, item, type, at, ...(detail && { [detail.name]: extra }) } as Event
}
