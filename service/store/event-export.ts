import { sql } from 'kysely'
import type { Database } from './database.ts'
import { decodeEvents, decodeVisit } from './event-codec.ts'
import { eventDays } from './event-days.ts'

/** A stored event of a counted visit. */
export interface EventRow {
  visit: string
  seq: number
  /** Index of the analytics item. */
  item: number
  /** Milliseconds since 1970. */
  date: number
  /** Of a click. */
  button: string | undefined
  /** The running total so far, of a duration. */
  ms: number | undefined
}

const rowsAtOnce = 500

/**
 * The events of a record, some at a time: by day of arrival, then visit, then number. No connection is held between
 * two answers, so a slow reader holds up nobody.
 */
export async function* eventsOf(
  db: Database,
  organization: string,
  content: string,
): AsyncGenerator<EventRow[]> {
  const tally = await db
    .selectFrom('tally')
    .select('since')
    .where((is) => is.and({ organization, content }))
    .executeTakeFirst()
  if (!tally) return
  for (const day of await eventDays(db))
    if (day >= tally.since) yield* eventsOfDay(db, organization, content, day)
}

async function* eventsOfDay(
  db: Database,
  organization: string,
  content: string,
  day: string,
): AsyncGenerator<EventRow[]> {
  let [visit, seq] = ['', 0]
  for (;;) {
    const { rows } = await sql<StoredRow>`
      SELECT e.visit, e.seq, e.events, v.state
      FROM event e JOIN visit v ON v.organization = e.organization AND v.content = e.content AND v.visit = e.visit
      WHERE e.day = ${day}::date AND e.organization = ${organization} AND e.content = ${content} AND e.counted
        AND (e.visit, e.seq) > (${visit}, ${seq}::int)
      ORDER BY e.visit, e.seq LIMIT ${rowsAtOnce}`.execute(db)
    if (rows.length > 0) yield rows.flatMap(toEvents)
    if (rows.length < rowsAtOnce) return
    const last = rows.at(-1) as StoredRow
    visit = last.visit
    seq = last.seq
  }
}

interface StoredRow {
  visit: string
  seq: number
  events: string
  state: string
}

function toEvents({ visit, events, state }: StoredRow): EventRow[] {
  const { durations } = decodeVisit(state)
  return decodeEvents(events).map(([seq, item, date, button]) => ({
    ...{ visit, seq, item, date, button, ms: durations[seq]?.[1] },
  }))
}
