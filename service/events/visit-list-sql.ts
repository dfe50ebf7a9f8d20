import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { decodeVisit, type EventTable } from './event-codec.ts'
import { type EventRow, toEventRows } from './event-export-sql.ts'

/** A counted visit and its events, in order. */
export interface VisitRow {
  visit: string
  /** Milliseconds since 1970. */
  began: number
  events: EventRow[]
}

/** When a visit began, read from its state: see `encodeVisit`. */
const beganAt = sql`(CASE state::json->>0 WHEN 'v2' THEN state::json->>4 ELSE state::json->>0 END)::float8`

/** Where a page of visits ends. */
export type VisitPosition = [began: number, visit: string]

/** The counted visits of a record after `after`, in the order in which they began. */
export async function listVisits(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: { after: VisitPosition | undefined; limit: number },
): Promise<VisitRow[]> {
  const [began, last] = after ?? [Number.MIN_SAFE_INTEGER, '']
  const { rows } = await sql<{ visit: string; state: string }>`
    SELECT visit, state FROM visit
    WHERE organization = ${organization} AND content = ${content} AND counted
      AND (${beganAt}, visit) > (${began}::float8, ${last})
    ORDER BY ${beganAt}, visit LIMIT ${limit}`.execute(db)
  const names = rows.map(({ visit }) => visit)
  const events = await eventsOfVisits(db, organization, content, names)
  return rows.map(({ visit, state }) => {
    const { began: at, durations } = decodeVisit(state)
    const own = (events.get(visit) ?? []).flatMap((row) => toEventRows(row, durations))
    return {
      visit,
      began: at,
      events: own.sort((one, other) => one.date - other.date || one.seq - other.seq),
    }
  })
}

type StoredEvents = Pick<EventTable, 'visit' | 'events'>

async function eventsOfVisits(
  db: Database,
  organization: string,
  content: string,
  visits: string[],
): Promise<Map<string, StoredEvents[]>> {
  const { rows } = await sql<StoredEvents>`
    SELECT visit, events FROM event
    WHERE organization = ${organization} AND content = ${content} AND visit = ANY (${visits})`.execute(db)
  return Map.groupBy(rows, ({ visit }) => visit)
}
