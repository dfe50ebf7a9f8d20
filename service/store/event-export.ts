import { sql } from 'kysely'
import type { Database } from './database.ts'
import { eventDays } from './event-days.ts'

/** A stored event of a counted visit. */
export interface EventRow {
  visit: string
  seq: number
  /** Index of the analytics item. */
  item: number
  date: Date
  button: string | null
  /** The running total so far, of a duration. */
  ms: number | null
}

const eventsAtOnce = 1000

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
    .where('organization', '=', organization)
    .where('content', '=', content)
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
    const { rows } = await sql<EventRow>`
      SELECT e.visit, e.seq, e.item, e.date, e.button, (v.state->'durations'->(e.seq::text)->>1)::bigint AS ms
      FROM event e LEFT JOIN visit v
        ON v.organization = e.organization AND v.content = e.content AND v.visit = e.visit
      WHERE e.day = ${day}::date AND e.organization = ${organization} AND e.content = ${content} AND e.counted
        AND (e.visit, e.seq) > (${visit}, ${seq}::int)
      ORDER BY e.visit, e.seq LIMIT ${eventsAtOnce}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < eventsAtOnce) return
    const last = rows.at(-1) as EventRow
    visit = last.visit
    seq = last.seq
  }
}
