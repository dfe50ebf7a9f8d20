import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { analyticsOf } from '../../content/measured-items.ts'
import { withName } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { namesIn } from './faults.ts'
import type { Present, VisitorOf } from './operations.ts'

/** The address of a record's page for its prospect. Undefined if the template has no page. */
export type LinkOf = (
  organization: string,
  record: { template: string; pattern: string; utm: string | null },
) => Promise<string | undefined>

/** What Today is read from. */
export interface TodaySources {
  db: Database
  linkOf: LinkOf
  namesOf: Templates['namesOf']
}

/** A record that is visited, and what its visits are counted by: see `MeasuredItems`. */
export interface VisitedRecord {
  who: VisitorOf
  analytics: string
  measured: string | null
}

/** SQL: what the prospect `p` is called. */
export const label = sql`coalesce(nullif(p.name, ''), p.email, nullif(p.company, ''), p.domain, p.id)`

/** SQL: the columns of a visited record, of the content `c` and its prospect `p`. */
export const visitedColumns = sql`c.analytics, c.measured, json_strip_nulls(json_build_object(
  'prospect', p.id, 'content', c.id, 'label', ${label}, 'email', p.email, 'company', nullif(p.company, ''),
  'role', nullif(p.role, ''), 'template', c.template)) AS who`

/** A visit that is not heard of for so long is over. */
const presentMinutes = 5
const mostPresent = 100

/** Who is on a page right now, each once a page, who came last first. */
export async function readPresent(
  { db, namesOf }: Pick<TodaySources, 'db' | 'namesOf'>,
  organization: string,
): Promise<Present[]> {
  const { rows } = await sql<VisitedRecord & { beganAt: Date; item: number | null }>`
    SELECT ${visitedColumns}, s.began_at AS "beganAt", s.item
    FROM (
      SELECT DISTINCT ON (content) content, began_at, seen_at, latest AS item FROM visit v
      WHERE organization = ${organization} AND is_person(v) AND NOT away
        AND seen_minute >= floor(extract(epoch FROM now()) / 60)::integer - ${presentMinutes}::integer
        AND seen_at > now() - make_interval(mins => ${presentMinutes})
      ORDER BY content, seen_at DESC) AS s
    JOIN content c ON c.organization = ${organization} AND c.id = s.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    ORDER BY s.began_at DESC LIMIT ${mostPresent}`.execute(db)
  const templates = rows.map(({ who }) => who.template)
  const names = await namesIn(organization, templates, namesOf)
  return rows.map((row) => {
    const item = row.item === null ? undefined : analyticsOf(row)[row.item]
    const named =
      item && withName({ item: item.id, type: item.type }, names.get(row.who.template)?.analytics(item.id))
    return { ...row.who, since: row.beganAt.toISOString(), ...(named && { latest: named }) }
  })
}
