import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { hasWords, nameHasWords } from '../base/database/sql.ts'
import { type ListPart, partOf, readListPart } from '../base/http/list-page.ts'
import { parseEmail, readDomain } from '../base/words/addresses.ts'
import { searchWords } from '../base/words/text.ts'
import type { ProspectListQuery } from './operations.ts'
import type { ProspectRow } from './sql.ts'

export interface ProspectPageQuery extends ListPart {
  /** Conditions, all of which a prospect has to meet. */
  wanted: RawBuilder<unknown>[]
}

/** Reads the query. Throws `invalid-field`, which names the parameter. `byNameOnly`: only name and company are searched. */
export function readProspectList(
  asked: Partial<Record<keyof ProspectListQuery, string | undefined>>,
  byNameOnly = false,
): ProspectPageQuery {
  const { email, domain, search } = asked
  const words = search?.trim() ? searchWords(search) : undefined
  const wanted = [
    ...(email === undefined ? [] : [sql`email_key = ${parseEmail(email).key}`]),
    ...(domain === undefined ? [] : [sql`domain = ${readDomain(domain)}`]),
    ...(words ? [hasWords(sql`prospect`, words)] : []),
    // The index covers e-mail address and domain as well.
    ...(words && byNameOnly ? [nameHasWords(words)] : []),
  ]
  return { wanted, ...readListPart(asked) }
}

// The index `prospect_label` is on this very text.
const label = sql`lower(coalesce(nullif(name, ''), nullif(company, ''), email, domain, ''))`

/** One page of the organization's prospects. `key`: what they are sorted by, as text. */
export async function listProspects(
  db: Database,
  organization: string,
  { wanted, ...part }: ProspectPageQuery,
) {
  const { key, isBehind, order } = partOf(label, part)
  const conditions = sql.join([sql`organization = ${organization}`, isBehind, ...wanted], sql` AND `)
  const { rows } = await sql<ProspectRow & { key: string }>`
    SELECT *, ${key} FROM prospect WHERE ${conditions} ${order}`.execute(db)
  return rows
}
