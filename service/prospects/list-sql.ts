import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { hasWords, nameHasWords } from '../base/database/sql.ts'
import { type ListPart, partOf, readListPart } from '../base/http/list-page.ts'
import { parseEmail, readDomain } from '../base/words/addresses.ts'
import { searchWords } from '../base/words/text.ts'
import type { ProspectListQuery } from './operations.ts'
import type { ProspectRow } from './sql.ts'

/** What a list of prospects is filtered by; all of it has to match. */
interface ProspectFilter {
  /** See `parseEmail`. */
  emailKey?: string | undefined
  /** Registrable domain of the company. */
  domain?: string | undefined
  /** Beginnings of words of name, company, e-mail address and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
  /** Whether to search only name and company for the words. */
  byNameOnly?: boolean | undefined
}

// The index `prospect_label` is on this very text.
const label = sql`lower(coalesce(nullif(name, ''), nullif(company, ''), email, domain, ''))`

export interface ProspectPageQuery {
  filter: ProspectFilter
  part: ListPart
}

/** A prospect, and the value that it is sorted by, as text. */
type ListedProspect = ProspectRow & { key: string }

/** Reads the query. Throws `invalid-field`, which names the parameter. */
export function readProspectList(
  asked: Partial<Record<keyof ProspectListQuery, string | undefined>>,
): ProspectPageQuery {
  const { email, domain, search } = asked
  return {
    filter: {
      emailKey: email === undefined ? undefined : parseEmail(email).key,
      domain: domain === undefined ? undefined : readDomain(domain),
      words: search?.trim() ? searchWords(search) : undefined,
    },
    part: readListPart(asked),
  }
}

/** One page of the organization's prospects. */
export async function listProspects(
  db: Database,
  organization: string,
  { emailKey, domain, words, byNameOnly }: ProspectFilter,
  part: ListPart,
): Promise<ListedProspect[]> {
  const { key, isBehind, order } = partOf(label, part)
  const conditions: RawBuilder<unknown>[] = [sql`organization = ${organization}`, isBehind]
  if (emailKey !== undefined) conditions.push(sql`email_key = ${emailKey}`)
  if (domain !== undefined) conditions.push(sql`domain = ${domain}`)
  if (words) conditions.push(hasWords(sql`prospect`, words))
  // The index covers e-mail address and domain as well.
  if (words && byNameOnly) conditions.push(nameHasWords(words))
  const { rows } = await sql<ListedProspect>`
    SELECT *, ${key} FROM prospect WHERE ${sql.join(conditions, sql` AND `)} ${order}`.execute(db)
  return rows
}
