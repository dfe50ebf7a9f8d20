import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type AnalyticsType, detailOf } from '../../wire/event.ts'
import type { Database } from '../base/database/database.ts'
import { inPages, isBehind } from '../base/database/sql.ts'
import { keyOf, type PageQuery, readPage } from '../base/http/list-page.ts'
import { type ItemNames, withName } from '../templates/template.ts'
import type { EventRow } from './rows.ts'
import type { KindReason, VisitKind } from './visit-kind.ts'

interface StoredEvent extends Pick<EventRow, 'visit' | 'seq' | 'button' | 'ms'> {
  item: string
  type: AnalyticsType
  date: Date
}

const eventColumns = sql`visit, seq, item, type, happened_at AS date, button, ms`

/** The event as files and timelines show it: `date` in ISO 8601, `ms` of a duration, `button` of a click. */
function toExported({ visit, seq, item, type, date, ...row }: StoredEvent) {
  const detail = detailOf(type)
  return {
    visit,
    seq,
    item,
    type,
    date: date.toISOString(),
    ...(detail && { [detail.name]: row[detail.name] }),
  }
}

const eventsAtOnce = 1000

/**
 * The events of a record's visits by people as NDJSON: by the day of their visit, then visit, then number. No connection is
 * held between two pages, so a slow reader holds up nobody.
 */
export function exportEvents(db: Database, organization: string, content: string): Readable {
  async function* lines(): AsyncGenerator<string> {
    // Only the partitions of these days have events of the record.
    const days = await sql<{ day: string }>`
      SELECT DISTINCT day FROM visit WHERE organization = ${organization} AND content = ${content} ORDER BY day`.execute(
      db,
    )
    for (const { day } of days.rows) {
      const pages = inPages<StoredEvent>(eventsAtOnce, async (last) => {
        const { rows } = await sql<StoredEvent>`
          SELECT ${eventColumns} FROM event e
          WHERE day = ${day}::date AND organization = ${organization} AND content = ${content} AND item IS NOT NULL
            AND (visit, seq) > (${last?.visit ?? ''}, ${last?.seq ?? 0}::integer)
            AND EXISTS (
              SELECT FROM visit v WHERE v.organization = ${organization} AND v.content = ${content}
                AND v.visit = e.visit AND is_person(v))
          ORDER BY visit, seq LIMIT ${eventsAtOnce}`.execute(db)
        return rows
      })
      for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(toExported(row))}\n`).join('')
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** Where a page of visits ends: milliseconds since 1970 as text, and the visit. */
type VisitPosition = [began: string, visit: string]
export const visitPosition = Type.Tuple([keyOf.time, keyOf.text])

/** Each with up to a thousand events. */
const mostVisits = 100

/** A record's visits in the order in which they began, up to 100, each with what happened in it, by the names of the items. */
export async function readTimeline(
  db: Database,
  organization: string,
  content: string,
  { names, ...part }: PageQuery<VisitPosition> & { names: ItemNames },
) {
  const { rows, ...more } = await readPage(
    { ...part, limit: Math.min(part.limit, mostVisits) },
    (wanted) => listVisits(db, organization, content, wanted),
    ({ began, visit }) => [String(began), visit],
  )
  const visits = rows.map(({ began, events, ...visit }) => ({
    ...visit,
    began: new Date(began).toISOString(),
    events: events.map((event) => {
      const { visit: _, ...shown } = toExported(event)
      return withName(shown, names.analytics(shown.item))
    }),
  }))
  return { content, visits, ...more }
}

/** Cursors have milliseconds since 1970. */
const beganAt = sql`(extract(epoch FROM began_at) * 1000)::bigint`

/** The visits of a record after `after`, by machines too, in the order in which they began; none of a test prospect. */
async function listVisits(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: PageQuery<VisitPosition>,
) {
  const behind = after && isBehind(false, [beganAt, sql`visit`], [sql`${after[0]}::bigint`, sql`${after[1]}`])
  const { rows } = await sql<{ visit: string; began: number; day: string; kind: VisitKind; why: KindReason }>`
    SELECT visit, ${beganAt} AS began, day, visit_kind(v) AS kind, visit_why(v) AS why FROM visit v
    WHERE organization = ${organization} AND content = ${content} AND ${behind ?? sql`true`}
    ORDER BY began_at, visit LIMIT ${limit}`.execute(db)
  const { rows: events } = await sql<StoredEvent>`
    SELECT ${eventColumns} FROM event
    WHERE day = ANY (${[...new Set(rows.map(({ day }) => day))]}::date[]) AND organization = ${organization}
      AND content = ${content} AND visit = ANY (${rows.map(({ visit }) => visit)}) AND item IS NOT NULL
    ORDER BY happened_at, seq`.execute(db)
  const byVisit = Map.groupBy(events, ({ visit }) => visit)
  return rows.map(({ day: _, ...row }) => ({ ...row, events: byVisit.get(row.visit) ?? [] }))
}
