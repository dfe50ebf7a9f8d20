import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { isBehind } from '../base/database/keyset.ts'
import type { PageQuery } from '../base/http/list-page.ts'
import type { StoredEvent } from './event-export-sql.ts'

/** A counted visit and its events, in order. */
export interface VisitRow {
  visit: string
  /** Milliseconds since 1970. */
  began: number
  events: StoredEvent[]
}

/** Where a page of visits ends: milliseconds since 1970 as text, and the visit. */
export type VisitPosition = [began: string, visit: string]

/** Cursors have milliseconds since 1970. */
const beganAt = sql`(extract(epoch FROM began_at) * 1000)::bigint`

/** The counted visits of a record after `after`, in the order in which they began. */
export async function listVisits(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: PageQuery<VisitPosition>,
): Promise<VisitRow[]> {
  const isWanted = after
    ? isBehind(false, [beganAt, sql`visit`], [sql`${after[0]}::bigint`, sql`${after[1]}`])
    : sql`true`
  const { rows } = await sql<{ visit: string; began: number; day: string }>`
    SELECT visit, ${beganAt} AS began, day FROM visit
    WHERE organization = ${organization} AND content = ${content} AND counted
      AND ${isWanted}
    ORDER BY began_at, visit LIMIT ${limit}`.execute(db)
  const days = [...new Set(rows.map(({ day }) => day))]
  const visits = rows.map(({ visit }) => visit)
  const { rows: events } = await sql<StoredEvent>`
    SELECT visit, seq, item, type, happened_at AS date, button, ms FROM event
    WHERE day = ANY (${days}::date[]) AND organization = ${organization} AND content = ${content}
      AND visit = ANY (${visits}) AND item IS NOT NULL
    ORDER BY happened_at, seq`.execute(db)
  const byVisit = Map.groupBy(events, ({ visit }) => visit)
  return rows.map(({ visit, began: at }) => ({ visit, began: at, events: byVisit.get(visit) ?? [] }))
}
