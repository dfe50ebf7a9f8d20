import type { Batch, Event, Report } from '../../wire/event.ts'
import type { Arrival } from './apply.ts'

/** Arrivals as they are kept until they are written: JSON arrays by position, half as long as objects. */
type EncodedArrival = [
  pattern: string,
  visit: string,
  arrivedAt: number,
  robot: 0 | 1,
  sent: number,
  last: number | null,
  report: [number[], number[], number[], number[]] | null,
  events: EncodedEvent[],
]

type EncodedEvent = [seq: number, item: string, type: string, at: number, extra?: number | string]

/** The text of arrivals. What a batch has beside its known fields is left out. */
export function encodeArrivals(arrivals: Arrival[]): string {
  return JSON.stringify(arrivals.map(encode))
}

/** The arrivals that `encodeArrivals` gave the text of. */
export function decodeArrivals(text: string): Arrival[] {
  return (JSON.parse(text) as EncodedArrival[]).map(decode)
}

function encode({ batch, arrivedAt, robot }: Arrival): EncodedArrival {
  const { pattern, visit, sent, last = null, report, events } = batch
  return [
    pattern,
    visit,
    arrivedAt,
    robot ? 1 : 0,
    sent,
    last,
    report ? [report.applied, report.missing, report.refused, report.contested] : null,
    events.map(encodeEvent),
  ]
}

function encodeEvent(event: Event): EncodedEvent {
  const { seq, item, type, at } = event
  if (type === 'duration') return [seq, item, type, at, event.ms]
  if (type === 'click') return [seq, item, type, at, event.button]
  return [seq, item, type, at]
}

function decode(encoded: EncodedArrival): Arrival {
  const [pattern, visit, arrivedAt, robot, sent, last, report, events] = encoded
  const batch: Batch = { v: 1, pattern, visit, sent, events: events.map(decodeEvent) }
  if (last !== null) batch.last = last
  if (report) batch.report = decodeReport(report)
  return { batch, arrivedAt, robot: robot === 1 }
}

function decodeReport([applied, missing, refused, contested]: NonNullable<EncodedArrival[6]>): Report {
  return { applied, missing, refused, contested }
}

/** What was encoded had been checked: the type says what `extra` is. */
function decodeEvent([seq, item, type, at, extra]: EncodedEvent): Event {
  const event = { seq, item, type, at }
  if (type === 'duration') return { ...event, ms: extra } as Event
  if (type === 'click') return { ...event, button: extra } as Event
  return event as Event
}
