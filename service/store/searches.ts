import type { Defaulted } from './columns.ts'
import type { Database } from './database.ts'
import type { ProspectRow } from './prospects.ts'

/** Which prospect a search was answered with, so that it is again. */
export interface SearchTable {
  organization: string
  /** `search:` and the hash of the search, `company:` and the domain, or `vendor:` and what names the person. */
  key: string
  prospect: string
  created_at: Defaulted<Date>
}

declare module './schema.ts' {
  interface Schema {
    search: SearchTable
  }
}

/** Far more than one company has among an organization's prospects. */
const mostCandidates = 10_000

export type OwnCandidate = Pick<ProspectRow, 'id' | 'name' | 'role' | 'email' | 'domain'>

/**
 * The organization's own prospects that may be of a company, oldest first: by domain, and where enrichment has not
 * told the domain yet, by the end of the e-mail address. Test prospects are never among them.
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

/** The id of the prospect that is kept under a key. */
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
 * Keeps a prospect under a key. False where another transaction has kept one, for whose end it waits: what this one
 * has made for the key must then be undone.
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
