import { analyticsTypes } from '../../wire/event.ts'
import { plusMs } from './bounds.ts'
import type { Changes } from './changes.ts'
import { dayOf } from './event-days-sql.ts'
import { countDuration } from './histogram.ts'
import {
  type DayTally,
  type EventRow,
  type MeasuredVisit,
  reportLetters,
  reportLists,
  type Tally,
} from './tally.ts'

/** Counts a visit with all that it has. */
export function countVisit(changes: Changes, visit: MeasuredVisit, rows: Iterable<EventRow>): void {
  const { tally } = changes
  tally.visits += 1
  dayIn(changes, visit.began).visits += 1
  tally.lost += visit.lost
  for (const index of visit.items) countItem(tally, index)
  for (const row of rows) countRow(changes, row)
  if (visit.reported !== null) countReport(tally, undefined, visit.report)
}

/** Counts a visit among those with events of an item. */
export function countItem(tally: Tally, index: number): void {
  add(tally.itemVisits, index, 1)
}

/** Counts an event of a visit that is counted. */
export function countRow(changes: Changes, row: EventRow): void {
  const { measured, tally } = changes
  if (row.dropped) {
    tally.dropped[row.dropped] = (tally.dropped[row.dropped] ?? 0) + 1
    return
  }
  const index = measured.items.get(row.item ?? '')?.index
  if (index === undefined || !row.type) return
  add(tally.itemEvents, index, 1)
  const { counter } = analyticsTypes[row.type]
  if (counter) for (const sum of [tally, dayIn(changes, row.date)]) sum[counter] += 1
  if (row.ms === null) return
  countDuration(histogramOf(tally, index), row.ms)
  addMs(changes, index, row.ms, row.date)
}

/** Counts a report of a visit instead of the one before, if there was one. */
export function countReport(tally: Tally, before: string | undefined, after: string): void {
  tally.reports += Number(before === undefined)
  const length = Math.max(before?.length ?? 0, after.length)
  for (let index = 0; index < length; index++) {
    const [was, is] = [before?.[index], after[index]]
    if (!isLacking(is)) tally.lacking[index] = 0
    else if (!isLacking(was)) add(tally.lacking, index, 1)
    for (const list of reportLists) {
      if (was === reportLetters[list]) add(tally[list], index, -1)
      add(tally[list], index, is === reportLetters[list] ? 1 : 0)
    }
  }
  tally.health = healthOf(tally)
}

const isLacking = (letter: string | undefined) =>
  letter === reportLetters.missing || letter === reportLetters.refused

/** How many visits in a row decide whether a record is broken: enough to outvote one odd browser. */
const recentVisits = 5

function healthOf({ lacking, reports }: Tally): Tally['health'] {
  if (reports === 0) return 'unknown'
  const enough = Math.min(recentVisits, reports)
  return lacking.some((visits) => visits >= enough) ? 'broken' : 'good'
}

/** Adds the time of an item, on the day of its event. */
export function addMs(changes: Changes, index: number, ms: number, date: number): void {
  const { tally } = changes
  for (const sum of [tally, dayIn(changes, date)]) sum.ms = plusMs(sum.ms, ms)
  add(tally.itemMs, index, ms)
}

export function histogramOf({ histograms }: Tally, index: number) {
  histograms[index] ??= {}
  return histograms[index]
}

function add(list: number[], index: number, by: number): void {
  while (list.length <= index) list.push(0)
  list[index] = plusMs(list[index] as number, by)
}

function dayIn({ days }: Changes, date: number): DayTally {
  const day = dayOf(date)
  const tally = days.get(day) ?? { visits: 0, views: 0, clicks: 0, ms: 0 }
  days.set(day, tally)
  return tally
}

/** Whether an event reaches the goal of its record. */
export function reachesGoal({ goal, items }: Changes['measured'], { item }: Pick<EventRow, 'item'>): boolean {
  return goal !== undefined && item !== null && items.get(item)?.index === goal
}

/** Remembers when the goal was first reached, and by which visit if it had not been reached before. */
export function noteGoal(changes: Changes, { visit }: Pick<MeasuredVisit, 'visit'>, date: number): void {
  const { tally } = changes
  if (!tally.reached) changes.goal = { visit, date }
  tally.reached = true
  tally.reachedAt = Math.min(tally.reachedAt ?? date, date)
}

/** Remembers that an item was read for longer than before. */
export function noteRead(
  changes: Pick<Changes, 'reads'>,
  { visit, item, type, ms, date }: EventRow,
  fromMs: number,
): void {
  if (type !== 'duration' || item === null || ms === null) return
  changes.reads ??= []
  changes.reads.push({ visit, item, fromMs, toMs: ms, date })
}
