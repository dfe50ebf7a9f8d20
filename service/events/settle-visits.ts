import type { ClientBase } from 'pg'
import { forgetNewsOfVisit } from '../base/outbox/sql.ts'
import type { ChangedEvent, ChangedVisit, Changes } from './changes.ts'
import { countVisit, noteGoal, noteRead, reachesGoal } from './count-visit.ts'
import { hastyMs, isHasty, judge } from './kinds.ts'
import { readClicks, readEventsOf, readTimes } from './sql.ts'
import type { EventRow } from './tally.ts'

/**
 * After all batches of a group: judges by what takes more than one batch, counts whoever has become a person, with all
 * that the visit has, and takes back who turned out to be a machine.
 */
export async function settleVisits(client: ClientBase, all: Changes[], at: number): Promise<void> {
  await findHaste(client, all)
  for (const changes of all) for (const changed of changes.visits.values()) judgeVisit(changes, changed, at)
  const turned = all.flatMap((changes): Turned[] =>
    [...changes.visits.values()].flatMap((changed) => {
      countOther(changes, changed)
      return shouldCount(changes, changed) === changed.visit.counted ? [] : [{ changes, changed }]
    }),
  )
  // What is taken back comes first: it changes what is news for the others.
  const [withdrawn = [], added = []] = [true, false].map((counted) =>
    turned.filter(({ changed }) => changed.visit.counted === counted),
  )
  for await (const { changes, changed, rows } of withEvents(client, withdrawn)) {
    countVisit(changes, changed.visit, rows, -1)
    changed.visit.counted = false
    await forgetTimes(client, changes, changed, rows)
    await forgetNewsOfVisit((text, values) => client.query(text, values), changed.visit)
  }
  for await (const { changes, changed, rows } of withEvents(client, added)) {
    countVisit(changes, changed.visit, rows, 1)
    changed.visit.counted = true
    noteTimes(changes, changed, rows)
    for (const row of rows) noteRead(changes, row, 0)
  }
}

/** A visit that begins to count, or does so no longer. */
interface Turned {
  changes: Changes
  changed: ChangedVisit
}

/** Of so many visits the events are in memory at once. */
const visitsAtOnce = 20

/** Visits with all their events. */
async function* withEvents(
  client: ClientBase,
  turned: readonly Turned[],
): AsyncGenerator<Turned & { rows: EventRow[] }> {
  for (let from = 0; from < turned.length; from += visitsAtOnce) {
    const some = turned.slice(from, from + visitsAtOnce)
    const known = some.filter(({ changed }) => !changed.isNew).map(({ changed }) => changed.visit)
    const stored = Map.groupBy(await readEventsOf(client, known), (row) => `${row.content} ${row.visit}`)
    for (const { changes, changed } of some) {
      const { visit, numbers } = changed
      yield { changes, changed, rows: eventsOf(stored.get(`${visit.content} ${visit.visit}`), numbers) }
    }
  }
}

/** Whether a visit belongs into the results. */
function shouldCount({ measured }: Changes, { visit }: ChangedVisit): boolean {
  return visit.kind === 'person' && !measured.test
}

/** Keeps the number of visits that are not a person's. */
function countOther(changes: Changes, changed: ChangedVisit): void {
  if (changes.measured.test) return
  const was = !changed.isNew && !changed.visit.counted
  changes.tally.others += Number(!shouldCount(changes, changed)) - Number(was)
}

/** The events of a visit as they are now. */
function eventsOf(stored: EventRow[] = [], numbers: Map<number, ChangedEvent>): EventRow[] {
  return [...new Map([...stored.map((row) => [row.seq, row] as const), ...numbers]).values()]
}

function noteTimes(changes: Changes, { visit }: ChangedVisit, rows: EventRow[]): void {
  const { tally, measured } = changes
  tally.first = Math.min(tally.first ?? visit.began, visit.began)
  tally.latest = Math.max(tally.latest ?? visit.began, visit.began)
  for (const row of rows.toSorted((a, b) => a.date - b.date))
    if (reachesGoal(measured, row)) noteGoal(changes, visit, row.date)
}

/**
 * Finds the first and last times of a record without a visit that does not count any more. Times that are not this visit's
 * stay: the visits and events that they come from may be gone.
 */
async function forgetTimes(
  client: ClientBase,
  changes: Changes,
  { visit }: ChangedVisit,
  rows: EventRow[],
): Promise<void> {
  const { measured, tally } = changes
  const goals = [...measured.items].filter(([item]) => reachesGoal(measured, { item })).map(([item]) => item)
  const uncounted = [...changes.visits.values()].filter((each) => !each.visit.counted)
  const without = uncounted.map((each) => each.visit.visit)
  const left = await readTimes(client, measured, without, goals)
  const { first, latest, reachedAt } = tally
  const isFirstGoal = rows.some((row) => reachesGoal(measured, row) && row.date <= (reachedAt ?? row.date))
  tally.first = first !== null && first < visit.began ? first : left.first
  tally.latest = latest !== null && latest > visit.began ? latest : (left.latest ?? tally.first)
  tally.reachedAt = isFirstGoal ? left.reachedAt : reachedAt
  tally.reached = tally.reachedAt !== null
  if (changes.goal?.visit === visit.visit) changes.goal = undefined
  changes.reads = changes.reads?.filter((read) => read.visit !== visit.visit) ?? []
  // Others may have reached the goal with the batches of this group.
  for (const each of changes.visits.values())
    if (each.visit.counted) noteTimes(changes, each, [...each.numbers.values()])
}

/** Those who click faster than a person can. */
async function findHaste(client: ClientBase, all: Changes[]): Promise<void> {
  for (const { visits } of all)
    for (const { visit, isNew, archived, numbers, signs } of visits.values()) {
      const clicks = [...numbers.values()].flatMap(({ type, change, item, at }) =>
        type === 'click' && change === 'new' && at !== null ? [{ item, at }] : [],
      )
      // What has left the database could not be taken back.
      if (clicks.length === 0 || visit.kind === 'machine' || archived > 0) continue
      const times = clicks.map(({ at }) => at)
      const around: [number, number] = [Math.min(...times) - hastyMs, Math.max(...times) + hastyMs]
      const before = isNew ? [] : await readClicks(client, visit, around)
      signs.isHasty = isHasty([...before, ...clicks])
    }
}

/** Judges a visit by all that is known of it now. */
function judgeVisit(changes: Changes, changed: ChangedVisit, at: number): void {
  const { visit, signs } = changed
  const { kind, why } = visit
  const verdict = judge({
    isRobot: false,
    isHasty: false,
    isBurst: false,
    isOlder: false,
    ...signs,
    before: kind && why ? { kind, why } : undefined,
    hasInput: visit.input === true,
    visibleMs: visit.visible ?? 0,
    ageMs: at - visit.arrived,
  })
  if (verdict.kind === kind && verdict.why === why) return
  Object.assign(visit, verdict)
  changed.isTouched = true
  changes.isTouched = true
}
