import { Type } from '@fastify/type-provider-typebox'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { hasWords, inOrder, isBehind, nameHasWords, timeOf } from '../base/database/sql.ts'
import { keyOf, type PageQuery, readPageQuery, readSort, type Sorting } from '../base/http/list-page.ts'
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

/** What prospects are sorted by; ids decide between equals. Each has an index. */
const sorts = {
  created: {
    key: sql`created_at`,
    text: sql`(extract(epoch FROM created_at) * 1000)::bigint::text`,
    from: timeOf,
    position: Type.Tuple([keyOf.time, keyOf.id]),
  },
  name: {
    key: label,
    text: label,
    from: (key: string) => sql`${key}`,
    position: Type.Tuple([keyOf.text, keyOf.id]),
  },
}

/** Which page of a list is wanted; a position is a prospect's `key` (see `ListedProspect`) and id. */
type ProspectPart = PageQuery & Sorting<keyof typeof sorts>

export interface ProspectPageQuery {
  filter: ProspectFilter
  part: ProspectPart
}

/** A prospect, and the value that it is sorted by, as text. */
type ListedProspect = ProspectRow & { key: string }

/** Reads the query. Throws `invalid-field`, which names the parameter. */
export function readProspectList(
  asked: Partial<Record<keyof ProspectListQuery, string | undefined>>,
): ProspectPageQuery {
  const { email, domain, search, sort = '-created' } = asked
  const sorting = readSort(sort, Object.keys(sorts) as (keyof typeof sorts)[])
  return {
    filter: {
      emailKey: email === undefined ? undefined : parseEmail(email).key,
      domain: domain === undefined ? undefined : readDomain(domain),
      words: search?.trim() ? searchWords(search) : undefined,
    },
    part: { ...sorting, ...readPageQuery(asked, sorts[sorting.sort].position) },
  }
}

/** One page of the organization's prospects. */
export async function listProspects(
  db: Database,
  organization: string,
  { emailKey, domain, words, byNameOnly }: ProspectFilter,
  { sort, descending, after, limit }: ProspectPart,
): Promise<ListedProspect[]> {
  const { key, text, from } = sorts[sort]
  const conditions: RawBuilder<unknown>[] = [sql`organization = ${organization}`]
  if (emailKey !== undefined) conditions.push(sql`email_key = ${emailKey}`)
  if (domain !== undefined) conditions.push(sql`domain = ${domain}`)
  if (after) conditions.push(isBehind(descending, [key, sql`id`], [from(after[0]), sql`${after[1]}`]))
  if (words) conditions.push(hasWords(sql`prospect`, words))
  // The index covers e-mail address and domain as well.
  if (words && byNameOnly) conditions.push(nameHasWords(words))
  const { rows } = await sql<ListedProspect>`
    SELECT *, ${text} AS key FROM prospect WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${inOrder(descending, key, sql`id`)} LIMIT ${limit}`.execute(db)
  return rows
}
