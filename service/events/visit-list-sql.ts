import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { isBehind } from '../base/database/keyset.ts'
import type { PageQuery } from '../base/http/list-page.ts'
import type { StoredEvent } from './event-export-sql.ts'
import type { KindReason, VisitKind } from './kinds.ts'

/** A visit and its events, in order. */
export interface VisitRow {
  visit: string
  /** Milliseconds since 1970. */
  began: number
  kind: VisitKind
  why: KindReason
  events: StoredEvent[]
}

/** Where a page of visits ends: milliseconds since 1970 as text, and the visit. */
export type VisitPosition = [began: string, visit: string]

/** Cursors have milliseconds since 1970. */
const beganAt = sql`(extract(epoch FROM began_at) * 1000)::bigint`

/** The column of the verdict as it is now: who was unsure for half an hour is a machine. */
function now(column: 'kind' | 'why', later: string) {
  return sql`CASE WHEN kind = 'unsure' AND NOT is_unsure(kind, arrived_at) THEN ${sql.lit(later)} ELSE ${sql.ref(column)} END`
}

/** The visits of a record after `after`, by machines too, in the order in which they began; none of a test prospect. */
export async function listVisits(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: PageQuery<VisitPosition>,
): Promise<VisitRow[]> {
  const isWanted = after
    ? isBehind(false, [beganAt, sql`visit`], [sql`${after[0]}::bigint`, sql`${after[1]}`])
    : sql`true`
  const { rows } = await sql<Omit<VisitRow, 'events'> & { day: string }>`
    SELECT visit, ${beganAt} AS began, day, ${now('kind', 'machine')} AS kind, ${now('why', 'still')} AS why FROM visit
    WHERE organization = ${organization} AND content = ${content} AND ${isWanted}
      AND NOT (SELECT test FROM content WHERE organization = ${organization} AND id = ${content})
    ORDER BY began_at, visit LIMIT ${limit}`.execute(db)
  const days = [...new Set(rows.map(({ day }) => day))]
  const visits = rows.map(({ visit }) => visit)
  const { rows: events } = await sql<StoredEvent>`
    SELECT visit, seq, item, type, happened_at AS date, button, ms FROM event
    WHERE day = ANY (${days}::date[]) AND organization = ${organization} AND content = ${content}
      AND visit = ANY (${visits}) AND item IS NOT NULL
    ORDER BY happened_at, seq`.execute(db)
  const byVisit = Map.groupBy(events, ({ visit }) => visit)
  return rows.map(({ day: _, ...row }) => ({ ...row, events: byVisit.get(row.visit) ?? [] }))
}
