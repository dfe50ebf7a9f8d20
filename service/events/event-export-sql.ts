import { sql } from 'kysely'
import type { AnalyticsType } from '../../wire/event.ts'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/sql.ts'
import { daysWithVisits } from './sql.ts'

/** A stored event of a counted visit. */
export interface StoredEvent {
  visit: string
  seq: number
  /** Id of the analytics item. */
  item: string
  type: AnalyticsType
  date: Date
  /** Of a click. */
  button: string | null
  /** Of a duration: the total so far. */
  ms: number | null
}

const rowsAtOnce = 1000

/**
 * The events of a record, in pages: by the day of their visit, then visit, then number. No connection is held between
 * two pages, so a slow reader holds up nobody.
 */
export async function* eventsOf(
  db: Database,
  organization: string,
  content: string,
): AsyncGenerator<StoredEvent[]> {
  for (const day of await daysWithVisits(db, organization, content))
    yield* inPages<StoredEvent>(rowsAtOnce, async (last) => {
      const { rows } = await sql<StoredEvent>`
        SELECT visit, seq, item, type, happened_at AS date, button, ms FROM event e
        WHERE day = ${day}::date AND organization = ${organization} AND content = ${content} AND item IS NOT NULL
          AND (visit, seq) > (${last?.visit ?? ''}, ${last?.seq ?? 0}::integer)
          AND EXISTS (
            SELECT FROM visit v WHERE v.organization = ${organization} AND v.content = ${content}
              AND v.visit = e.visit AND v.counted)
        ORDER BY visit, seq LIMIT ${rowsAtOnce}`.execute(db)
      return rows
    })
}
