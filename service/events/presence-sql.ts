import { sql } from 'kysely'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import { withoutPayloads } from '../content/sql.ts'

/** A visit that is not heard of for so long is over. */
const presentMinutes = 5

/** A content record that is visited, and the prospect it is for. */
export interface VisitedRecord {
  /** Its id. */
  content: string
  template: string
  /** What its visits are counted by: see `MeasuredItems`. */
  analytics: AnalyticsItem[]
  prospect: string
  name: string | null
  email: string | null
  company: string | null
  domain: string | null
}

/** A visit that is on a page now. */
export interface PresentRow extends VisitedRecord {
  beganAt: Date
  /** Index of the item that was seen or clicked last. */
  item: number | null
}

const mostPresent = 100

/** Who is on a page right now, each once a page, who came last first. */
export async function listPresent(db: Database, organization: string): Promise<PresentRow[]> {
  const { rows } = await sql<Omit<PresentRow, 'analytics'> & MeasuredColumns>`
    SELECT s.content, s.began_at AS "beganAt", s.item, c.analytics, ${withoutPayloads('c.content')} AS items, c.measured,
      c.template, c.prospect,
      p.name, p.email, p.company, p.domain
    FROM (
      SELECT DISTINCT ON (content) content, began_at, seen_at, latest AS item FROM visit
      WHERE organization = ${organization} AND counted AND NOT away
        AND seen_minute >= floor(extract(epoch FROM now()) / 60)::integer - ${presentMinutes}::integer
        AND seen_at > now() - make_interval(mins => ${presentMinutes})
      ORDER BY content, seen_at DESC) AS s
    JOIN content c ON c.organization = ${organization} AND c.id = s.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    ORDER BY s.began_at DESC LIMIT ${mostPresent}`.execute(db)
  return rows.map(({ items, measured, ...row }) => ({
    ...row,
    analytics: decodeMeasuredItems({ analytics: row.analytics, content: items, measured }).analytics,
  }))
}

/** Columns of a record that say by what its visits are counted. */
export interface MeasuredColumns {
  analytics: string
  items: string
  measured: string | null
}
