import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/in-pages.ts'
import { decodeEvents, decodeVisit, type EventTable } from './event-codec.ts'
import type { VisitState } from './tally.ts'

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
  /** Of a duration: the total so far. */
  ms: number | undefined
}

const rowsAtOnce = 200

/**
 * The events of a record, in pages: by day of arrival, then visit, then number. No connection is held between two
 * pages, so a slow reader holds up nobody. A row has up to 200 events and a visit up to 64 durations, so memory stays
 * bounded however long the export is.
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
  for (const day of await daysWithEvents(db, organization, content, tally.since))
    yield* eventsOfDay(db, organization, content, day)
}

/** One query to the indexes of all days, because most records have events on only a few. */
async function daysWithEvents(
  db: Database,
  organization: string,
  content: string,
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('day')
    .distinct()
    .where((is) => is.and({ organization, content }))
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

async function* eventsOfDay(
  db: Database,
  organization: string,
  content: string,
  day: string,
): AsyncGenerator<EventRow[]> {
  const pages = inPages<StoredEvents>(rowsAtOnce, async (last) => {
    const { rows } = await sql<StoredEvents>`
      SELECT visit, seq, events FROM event
      WHERE day = ${day}::date AND organization = ${organization} AND content = ${content} AND counted
        AND (visit, seq) > (${last?.visit ?? ''}, ${last?.seq ?? 0}::int)
      ORDER BY visit, seq LIMIT ${rowsAtOnce}`.execute(db)
    return rows
  })
  for await (const rows of pages) {
    const durations = await durationsOfVisits(db, organization, content, rows)
    for (const row of rows) yield toEventRows(row, durations.get(row.visit))
  }
}

type Durations = VisitState['durations']

/** The durations of the rows' visits. Each visit is read once: its state may be longer than its rows. */
async function durationsOfVisits(
  db: Database,
  organization: string,
  content: string,
  rows: StoredEvents[],
): Promise<Map<string, Durations>> {
  const visits = [...new Set(rows.map(({ visit }) => visit))]
  const found = await db
    .selectFrom('visit')
    .select(['visit', 'state'])
    .where((is) => is.and({ organization, content }))
    .where(sql<boolean>`visit = ANY (${visits})`)
    .execute()
  return new Map(found.map(({ visit, state }) => [visit, decodeVisit(state).durations]))
}

type StoredEvents = Pick<EventTable, 'visit' | 'seq' | 'events'>

/** The events of a row, with the durations of its visit; none where the visit is gone. */
export function toEventRows(
  { visit, events }: Pick<EventTable, 'visit' | 'events'>,
  durations: Durations | undefined,
): EventRow[] {
  if (!durations) return []
  return decodeEvents(events).map(([seq, item, date, button]) => ({
    visit,
    seq,
    item,
    date,
    button,
    ms: durations[seq]?.[1],
  }))
}
