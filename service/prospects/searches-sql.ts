import type { Database } from '../base/database/database.ts'
import type { Defaulted } from '../base/database/sql.ts'
import type { ProspectRow } from './sql.ts'

/** The prospect that a search found, so that the same search finds it again. */
interface SearchTable {
  organization: string
  /** `search:` and the hash of the search, `company:` and the domain, or `vendor:` and what names the person. */
  key: string
  prospect: string
  created_at: Defaulted<Date>
}

declare module '../base/database/schema.ts' {
  interface Schema {
    search: SearchTable
  }
}

/** Far more prospects than an organization has of one company. */
const mostCandidates = 10_000

type OwnCandidate = Pick<ProspectRow, 'id' | 'name' | 'role' | 'email' | 'domain'>

/**
 * The organization's own prospects that may be of a company, oldest first: by domain, or, before they are enriched, by
 * the end of the e-mail address. Test prospects are left out.
 */
export async function findOwnCandidates(
  db: Database,
  organization: string,
  domain: string,
): Promise<OwnCandidate[]> {
  return db
    .selectFrom('prospect')
    .select(['id', 'name', 'role', 'email', 'domain'])
    .where((is) => is.and({ organization, test: false }))
    .where(({ or, and, eb }) =>
      or([
        eb('domain', '=', domain),
        and([
          eb('domain', 'is', null),
          eb('status', '=', 'enriching'),
          eb('email_key', 'like', `%${domain}`),
        ]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostCandidates)
    .execute()
}

/** The id of the prospect that is stored under a key. */
export async function findSearchAnswer(
  db: Database,
  organization: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('search')
    .select('prospect')
    .where((is) => is.and({ organization, key }))
    .executeTakeFirst()
  return row?.prospect
}

/**
 * Stores a prospect under a key. False where another transaction has stored one, whose end it waits for: then this
 * transaction must be rolled back.
 */
export async function keepSearchAnswer(
  trx: Database,
  organization: string,
  key: string,
  prospect: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('search')
    .values({ organization, key, prospect })
    .onConflict((conflict) => conflict.columns(['organization', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
