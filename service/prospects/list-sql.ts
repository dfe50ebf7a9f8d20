import { type RawBuilder, sql } from 'kysely'
import { timeOf } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { inOrder, isBehind } from '../base/database/keyset.ts'
import { findFrequentWords, hasRareWords, hasWords, nameHasWords } from '../base/database/word-search.ts'
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

/** How many prospects, in order, are searched before the index of words is used. */
const scannedFirst = 1000

/** One page of the organization's prospects. */
export async function listProspects(
  db: Database,
  organization: string,
  { words, byNameOnly = false, ...filter }: ProspectFilter,
  part: ProspectPart,
): Promise<ListedProspect[]> {
  const where = sql.join(conditionsOf(organization, filter, part), sql` AND `)
  if (!words) return readSorted(db, sql`SELECT * FROM prospect WHERE ${where}`, part)
  // The index covers e-mail address and domain as well.
  const isNamed = byNameOnly ? nameHasWords(words) : sql`true`
  // Frequent words are found among the first; the index would return all matches, to be sorted.
  const frequent = await readSorted(
    db,
    sql`SELECT * FROM (
        SELECT * FROM prospect WHERE ${where} ORDER BY ${orderOf(part)} LIMIT ${scannedFirst} OFFSET 0) AS foremost
      WHERE ${hasWords(sql`foremost`, words)} AND ${isNamed}`,
    part,
  )
  if (frequent.length >= part.limit) return frequent
  const frequentWords = await findFrequentWords(db, organization, words)
  const isFound = hasRareWords(sql`prospect`, words, frequentWords)
  return readSorted(
    db,
    sql`SELECT * FROM prospect WHERE ${where} AND ${isFound} AND ${isNamed} OFFSET 0`,
    part,
  )
}

async function readSorted(
  db: Database,
  select: RawBuilder<unknown>,
  part: ProspectPart,
): Promise<ListedProspect[]> {
  const { rows } = await sql<ListedProspect>`
    SELECT *, ${keyTexts[part.sort]} AS key FROM (${select}) AS prospect
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
