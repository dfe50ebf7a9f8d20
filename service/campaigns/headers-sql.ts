import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import { shortHash } from '../base/words/ids.ts'
import type { Corrections } from '../prospects/lists/list-column.ts'

/** What somebody of the organization has said of the columns of a header. */
interface KnownHeaderTable {
  organization: string
  /** A hash of the titles, in any order. */
  header: string
  /** JSON: pairs of a title and what it was said to be. */
  corrections: string
  said_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    known_header: KnownHeaderTable
  }
}

/** What was said of the columns with an earlier list of the same header. */
export async function recallCorrections(
  db: Database,
  organization: string,
  titles: readonly string[],
): Promise<Corrections | undefined> {
  const row = await db
    .selectFrom('known_header')
    .select('corrections')
    .where((is) => is.and({ organization, header: hashOf(titles) }))
    .executeTakeFirst()
  return row && new Map(JSON.parse(row.corrections) as [string, never][])
}

/** Remembers what was said of the columns of a header, instead of what was said before. */
export async function rememberCorrections(
  db: Database,
  organization: string,
  titles: readonly string[],
  corrections: Corrections,
): Promise<void> {
  const own = new Set(titles.map((title) => title.trim()))
  const said = [...corrections].filter(([title]) => own.has(title))
  const row = { corrections: JSON.stringify(said), said_at: sql<Date>`now()` }
  await db
    .insertInto('known_header')
    .values({ organization, header: hashOf(titles), ...row })
    .onConflict((known) => known.columns(['organization', 'header']).doUpdateSet(row))
    .execute()
}

function hashOf(titles: readonly string[]): string {
  return shortHash(JSON.stringify(titles.map((title) => title.trim()).sort()))
}
