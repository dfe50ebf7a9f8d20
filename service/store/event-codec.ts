import type { Duration, ItemTally, ReportTally, StoredEvent, TallyState, VisitState } from '../model/tally.ts'

/**
 * States and events as they are kept: JSON arrays by position, in text. Half as long as objects, and written some
 * thousand times a second.
 */
type EncodedVisit = [
  began: number,
  last: number,
  received: number[],
  seen: number[],
  durations: [seq: number, ...Duration][],
  report: string,
  reportSent: number,
]

type EncodedTally = [
  visits: number,
  views: number,
  clicks: number,
  ms: number,
  last: number,
  received: number,
  items: [visits: number, events: number, ms: number, histogram: ItemTally['histogram']][],
  report: ReportTally[],
  recent: TallyState['recent'],
]

/** The text of a visit's state. */
export function encodeVisit(state: VisitState): string {
  const { began, last, received, seen, durations, report, reportSent } = state
  const list = Object.entries(durations).map(([seq, duration]): [number, ...Duration] => [
    Number(seq),
    ...duration,
  ])
  return JSON.stringify([began, last, received, seen, list, report, reportSent] satisfies EncodedVisit)
}

/** The state that `encodeVisit` gave the text of. */
export function decodeVisit(text: string): VisitState {
  const [began, last, received, seen, list, report, reportSent] = JSON.parse(text) as EncodedVisit
  const durations: VisitState['durations'] = {}
  for (const [seq, ...duration] of list) durations[seq] = duration
  return { began, last, received, seen, durations, report, reportSent }
}

/** The text of a tally, without what was dropped. */
export function encodeTally(state: TallyState): string {
  const { visits, views, clicks, ms, last, received, items, report, recent } = state
  const list = items.map((item): EncodedTally[6][number] => [
    item.visits,
    item.events,
    item.ms,
    item.histogram,
  ])
  return JSON.stringify([
    visits,
    views,
    clicks,
    ms,
    last,
    received,
    list,
    report,
    recent,
  ] satisfies EncodedTally)
}

/** The tally that `encodeTally` gave the text of. */
export function decodeTally(text: string, dropped: string): TallyState {
  const [visits, views, clicks, ms, last, received, list, report, recent] = JSON.parse(text) as EncodedTally
  const items = list.map(([itemVisits, events, itemMs, histogram]) => ({
    ...{ visits: itemVisits, events, ms: itemMs, histogram },
  }))
  const counts = { visits, views, clicks, ms, last, received }
  return { ...counts, items, report, recent, dropped: JSON.parse(dropped) as TallyState['dropped'] }
}

/** An event within the row of its visit. */
export type EncodedEvent = [seq: number, item: number, date: number, button?: string]

/** The text of a row's events. */
export function encodeEvents(events: StoredEvent[]): string {
  return JSON.stringify(
    events.map(
      ({ seq, item, date, button }): EncodedEvent => (button ? [seq, item, date, button] : [seq, item, date]),
    ),
  )
}

/** The events that `encodeEvents` gave the text of. */
export function decodeEvents(text: string): EncodedEvent[] {
  return JSON.parse(text) as EncodedEvent[]
}
