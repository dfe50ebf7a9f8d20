import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { Review } from './content.ts'

/** Whose review is set, and when each record was updated last as far as the reviewer knows, by id. */
export interface Reviewed {
  people: readonly string[] | 'all'
  seen?: Readonly<Record<string, string>> | undefined
}

/**
 * Sets the review of completed records of a campaign: of all, or of those with these ids. Others are passed over. Returns
 * how many changed. Throws `other-version`, and changes none, if one of them was updated since it was seen.
 */
export async function setReview(
  trx: Database,
  { organization, campaign }: { organization: string; campaign: string },
  { people, seen = {} }: Reviewed,
  review: Review,
): Promise<number> {
  const isApproved = review === 'approved'
  const known = Object.entries(seen).filter(([id]) => isId(id))
  const ids = known.map(([id]) => id)
  const times = known.map(([, at]) => Date.parse(at))
  const isMeant = people === 'all' ? sql`true` : sql`id = ANY (${people.filter(isId)})`
  // Locked in one order, so that two reviewers at once do not wait for each other.
  const { rows } = await sql<{ changed: number; isOther: boolean }>`
      WITH meant AS MATERIALIZED (
        SELECT id, updated_at FROM content
        WHERE organization = ${organization} AND campaign = ${campaign} AND status = 'completed'
          AND approved <> ${isApproved} AND ${isMeant}
        ORDER BY id FOR NO KEY UPDATE),
      other AS (
        SELECT FROM meant JOIN unnest(${ids}::text[], ${times}::float8[]) AS seen(id, ms) USING (id)
        WHERE floor(extract(epoch FROM updated_at) * 1000) <> ms),
      done AS (
        UPDATE content SET approved = ${isApproved}
        WHERE organization = ${organization} AND id IN (SELECT id FROM meant) AND NOT EXISTS (SELECT FROM other)
        RETURNING id)
      SELECT (SELECT count(*) FROM done) AS changed, EXISTS (SELECT FROM other) AS "isOther"`.execute(trx)
  const [{ changed, isOther } = { changed: 0, isOther: false }] = rows
  if (isOther) throw new DomainError('other-version', 'A page was made again since it was looked at.')
  return changed
}

/** SQL for an update of `content` that replaces its items: other words than before have to be approved again. */
export function stillApproved(content: string): RawBuilder<boolean> {
  return sql<boolean>`approved AND content = ${content}`
}
