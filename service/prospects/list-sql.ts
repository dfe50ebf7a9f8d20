import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { hasWords, inOrder, isBehind, nameHasWords, timeOf } from '../base/database/sql.ts'
import type { PageQuery, Sorting } from '../base/http/list-page.ts'
import type { ProspectRow } from './sql.ts'

/** What a list of prospects is filtered by; all of it has to match. */
export interface ProspectFilter {
  /** See `parseEmail`. */
  emailKey?: string | undefined
  /** Registrable domain of the company. */
  domain?: string | undefined
  /** Beginnings of words of name, company, e-mail address and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
  /** Whether to search only name and company for the words. */
  byNameOnly?: boolean | undefined
}

/** What prospects are sorted by; ids decide between equals. Each has an index. */
export const prospectSorts = ['created', 'name'] as const
type ProspectSort = (typeof prospectSorts)[number]

/** Which page of a list is wanted; a position is a prospect's `key` (see `ListedProspect`) and id. */
export type ProspectPart = PageQuery & Sorting<ProspectSort>

/** A prospect, and the value that it is sorted by, as text. */
type ListedProspect = ProspectRow & { key: string }

const sortKeys = {
  created: sql`created_at`,
  // The index `prospect_label` is on this very text.
  name: sql`lower(coalesce(nullif(name, ''), nullif(company, ''), email, domain, ''))`,
}
const keyTexts = {
  created: sql`(extract(epoch FROM created_at) * 1000)::bigint::text`,
  name: sortKeys.name,
}

const fromKey = {
  created: timeOf,
  name: (key: string) => sql`${key}`,
}

/** One page of the organization's prospects. */
export async function listProspects(
  db: Database,
  organization: string,
  { words, byNameOnly = false, ...filter }: ProspectFilter,
  part: ProspectPart,
): Promise<ListedProspect[]> {
  const where = sql.join(conditionsOf(organization, filter, part), sql` AND `)
  // The index covers e-mail address and domain as well.
  const isNamed = words && byNameOnly ? sql` AND ${nameHasWords(words)}` : sql``
  const isFound = words ? sql` AND ${hasWords(sql`prospect`, words)}${isNamed}` : sql``
  const { rows } = await sql<ListedProspect>`
    SELECT *, ${keyTexts[part.sort]} AS key FROM prospect WHERE ${where}${isFound}
    ORDER BY ${orderOf(part)} LIMIT ${part.limit}`.execute(db)
  return rows
}

function orderOf({ sort, descending }: ProspectPart): RawBuilder<unknown> {
  return inOrder(descending, sortKeys[sort], sql`id`)
}

function conditionsOf(
  organization: string,
  { emailKey, domain }: ProspectFilter,
  { sort, descending, after }: ProspectPart,
): RawBuilder<unknown>[] {
  return [
    sql`organization = ${organization}`,
    ...(emailKey === undefined ? [] : [sql`email_key = ${emailKey}`]),
    ...(domain === undefined ? [] : [sql`domain = ${domain}`]),
    ...(after
      ? [isBehind(descending, [sortKeys[sort], sql`id`], [fromKey[sort](after[0]), sql`${after[1]}`])]
      : []),
  ]
}
