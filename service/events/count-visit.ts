import { analyticsTypes } from '../../wire/event.ts'
import { dayOf } from './event-days-sql.ts'
import { countDuration } from './histogram.ts'
import {
  type Changes,
  type DayTally,
  type EventRow,
  reportLetters,
  reportLists,
  type Tally,
  type VisitRow,
} from './rows.ts'

/** The largest sum of milliseconds: numbers are exact up to here. */
const mostMs = Number.MAX_SAFE_INTEGER

/** Adds milliseconds, up to `mostMs`. */
export function plusMs(sum: number, ms: number): number {
  return Math.min(mostMs, sum + ms)
}

/** Counts a visit with all that its row has. */
export function countVisit(changes: Changes, visit: VisitRow): void {
  const { tally } = changes
  const { began_at } = visit
  tally.visits += 1
  dayIn(changes, began_at).visits += 1
  tally.lost += visit.lost
  for (const index of visit.items) add(tally.item_visits, index, 1)
  if (visit.reported !== null) countReport(tally, '', visit.report)
  if (tally.first_visit === null || began_at < tally.first_visit) tally.first_visit = began_at
  if (tally.last_visit === null || began_at > tally.last_visit) tally.last_visit = began_at
}

/** Counts a visit among those with events of an item. */
export function countItem(tally: Tally, index: number): void {
  add(tally.item_visits, index, 1)
}

/** Counts new events of a visit that is counted. */
export function countEvents(changes: Changes, rows: EventRow[]): void {
  const { measured, tally } = changes
  for (const row of rows.toSorted((a, b) => Number(a.happened_at) - Number(b.happened_at))) {
    const { item, type, ms, visit, happened_at } = row
    const index = measured.items.get(item ?? '')?.index
    if (index === undefined || type === null) continue
    add(tally.item_events, index, 1)
    const { counter } = analyticsTypes[type]
    if (counter) for (const sum of [tally, dayIn(changes, happened_at)]) sum[counter] += 1
    if (ms !== null) countMs(changes, row, index, undefined, ms)
    if (measured.goal !== index) continue
    if (!tally.reached) changes.goal = { visit, at: happened_at.getTime() }
    tally.reached = true
    if (tally.reached_at === null || happened_at < tally.reached_at) tally.reached_at = happened_at
  }
}

/** Counts a duration instead of its length before, if it had one. */
export function countMs(
  changes: Changes,
  { visit, item, happened_at }: EventRow,
  index: number,
  before: number | undefined,
  ms: number,
): void {
  const { tally } = changes
  tally.histograms[index] ??= {}
  if (before !== undefined) countDuration(tally.histograms[index], before, -1)
  countDuration(tally.histograms[index], ms)
  const more = ms - (before ?? 0)
  for (const sum of [tally, dayIn(changes, happened_at)]) sum.ms = plusMs(sum.ms, more)
  add(tally.item_ms, index, more)
  changes.reads.push({ visit, item: item ?? '', fromMs: before ?? 0, toMs: ms, at: happened_at.getTime() })
}

/** Counts a report of a visit instead of the one before, which is empty if there was none. */
export function countReport(tally: Tally, before: string, after: string): void {
  for (let index = 0; index < Math.max(before.length, after.length); index++)
    for (const list of reportLists) {
      if (before[index] === reportLetters[list]) add(tally[list], index, -1)
      add(tally[list], index, after[index] === reportLetters[list] ? 1 : 0)
    }
}

function add(list: number[], index: number, by: number): void {
  while (list.length <= index) list.push(0)
  list[index] = plusMs(list[index] as number, by)
}

function dayIn({ days }: Changes, date: Date): DayTally {
  const day = dayOf(date.getTime())
  const tally = days.get(day) ?? { visits: 0, views: 0, clicks: 0, ms: 0 }
  days.set(day, tally)
  return tally
}
