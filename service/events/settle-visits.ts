import type { ClientBase } from 'pg'
import type { ChangedEvent, ChangedVisit, Changes } from './changes.ts'
import { countVisit, noteGoal, noteRead, reachesGoal } from './count-visit.ts'
import { hastyItems, isHasty, judge } from './kinds.ts'
import { readClicks, readEventsOf } from './sql.ts'
import type { EventRow } from './tally.ts'

/**
 * After all batches of a group: judges by what takes more than one batch, and counts whoever has become a person, with
 * all that the visit has.
 */
export async function settleVisits(client: ClientBase, all: Changes[]): Promise<void> {
  await findHaste(client, all)
  const settled = all.flatMap((changes) =>
    [...changes.visits.values()].map((changed) => ({ changes, changed })),
  )
  for (const { changes, changed } of settled) {
    judgeVisit(changed)
    countOther(changes, changed)
  }
  const added = settled.filter(
    ({ changes, changed }) => shouldCount(changes, changed) && !changed.visit.counted,
  )
  for await (const { changes, changed, rows } of withEvents(client, added)) {
    countVisit(changes, changed.visit, rows)
    changed.visit.counted = true
    noteTimes(changes, changed, rows)
    for (const row of rows) noteRead(changes, row, 0)
  }
}

/** A visit of a record. */
interface Settled {
  changes: Changes
  changed: ChangedVisit
}

/** Of so many visits the events are in memory at once. */
const visitsAtOnce = 20

/** Visits with all their events. */
async function* withEvents(
  client: ClientBase,
  visits: readonly Settled[],
): AsyncGenerator<Settled & { rows: EventRow[] }> {
  for (let from = 0; from < visits.length; from += visitsAtOnce) {
    const some = visits.slice(from, from + visitsAtOnce)
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

/** Finds those who click faster than a person can, among visits that no earlier batch has shown to be a person's. */
async function findHaste(client: ClientBase, all: Changes[]): Promise<void> {
  const suspects = all.flatMap(({ measured, visits }) => {
    const clickable = [...measured.items.values()].filter(({ type }) => type === 'click')
    const positions = new Set(clickable.map(({ index }) => index))
    const clicked = ({ visit }: ChangedVisit) => visit.items.filter((index) => positions.has(index)).length
    return [...visits.values()].filter(
      (changed) =>
        (changed.visit.kind ?? 'unsure') === 'unsure' &&
        clicked(changed) >= hastyItems &&
        [...changed.numbers.values()].some(({ type, change }) => type === 'click' && change === 'new'),
    )
  })
  const known = suspects.filter(({ isNew }) => !isNew).map(({ visit }) => visit)
  const before = Map.groupBy(await readClicks(client, known), ({ content, visit }) => `${content} ${visit}`)
  for (const { visit, numbers, signs } of suspects) {
    const clicks = [...numbers.values()].flatMap(({ type, change, item, at }) =>
      type === 'click' && change === 'new' && at !== null ? [{ item, at }] : [],
    )
    signs.isHasty = isHasty([...(before.get(`${visit.content} ${visit.visit}`) ?? []), ...clicks])
  }
}

/** Judges a visit by all that is known of it now. */
function judgeVisit({ visit, signs }: ChangedVisit): void {
  const { kind, why } = visit
  const verdict = judge({
    isRobot: false,
    isHasty: false,
    isOlder: false,
    ...signs,
    before: kind && why ? { kind, why } : undefined,
    hasInput: visit.input === true,
    visibleMs: visit.visible ?? 0,
  })
  Object.assign(visit, verdict)
}
