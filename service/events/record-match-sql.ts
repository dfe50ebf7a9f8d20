import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { findFrequentWords, hasRareWords, hasWordsAtHand } from '../base/database/word-search.ts'

/** What records are searched by. Nothing: all of them. */
export interface RecordSearch {
  /** Only this record. */
  id?: string | undefined
  /** Only those of this prospect. */
  prospect?: string | undefined
  /** Beginnings of words of the prospect's name, company, e-mail and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
  /** Part of the template's name, as an alternative to the words. */
  template?: string | undefined
}

/** Up to this many matches are collected and sorted. Of more, this many records are searched in order first. */
export const fewRecords = 3000

/** How matching records are found. */
export interface RecordMatch {
  /** Whether a record matches. */
  isFound: RawBuilder<boolean>
  /** The ids of all that match. */
  found: RawBuilder<unknown>
  /** The same where they are few, without another search in the index of words; undefined where they are many. */
  findFew(): Promise<RawBuilder<unknown> | undefined>
}

/** How the records of a search are found; undefined where all match. */
export async function recordMatch(
  db: Database,
  organization: string,
  query: RecordSearch,
): Promise<RecordMatch | undefined> {
  const { id, prospect, words, template } = query
  if (id !== undefined) return matchOfFew(sql`c.id = ${id}`, sql`SELECT ${id}::text AS id`)
  const ofOrganization = sql`SELECT id FROM content WHERE organization = ${organization}`
  if (prospect !== undefined)
    return matchOfFew(sql`c.prospect = ${prospect}`, sql`${ofOrganization} AND prospect = ${prospect}`)
  if (words === undefined && template === undefined) return undefined
  const asked = words ?? []
  const templates = template === undefined ? [] : await templatesWith(db, organization, template)
  const frequent = await findFrequentWords(db, organization, asked)
  const isFoundByIndex = hasRareWords(sql`p`, asked, frequent)
  const people = sql`SELECT id FROM prospect p WHERE p.organization = ${organization} AND ${isFoundByIndex}`
  const ofTemplates = sql`${ofOrganization} AND template = ANY (${templates})`
  const ofPeople = (ids: RawBuilder<unknown>) => sql`${ofOrganization} AND prospect = ANY (${ids})`
  return {
    isFound: sql`(c.template = ANY (${templates}) OR ${hasWordsAtHand(sql`p`, asked)})`,
    found: sql`${ofPeople(sql`ARRAY(${people})`)} UNION ${ofTemplates}`,
    async findFew() {
      if (asked.length > 0 && asked.every((word) => frequent.has(word))) return undefined
      if (templates.length > 0 && !(await idsOfFew(db, ofTemplates))) return undefined
      const ids = await idsOfFew(db, people)
      return ids && sql`${ofPeople(sql`${ids}::text[]`)} UNION ${ofTemplates}`
    },
  }
}

function matchOfFew(isFound: RawBuilder<boolean>, found: RawBuilder<unknown>): RecordMatch {
  return { isFound, found, findFew: async () => found }
}

/** The ids that a query returns; undefined where they are many. */
async function idsOfFew(db: Database, ids: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`${ids} LIMIT ${fewRecords + 1}`.execute(db)
  return rows.length > fewRecords ? undefined : rows.map(({ id }) => id)
}

/** The templates of the organization's records whose name contains a text; steps through the index by name. */
async function templatesWith(db: Database, organization: string, text: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    WITH RECURSIVE names AS (
      (SELECT template FROM content WHERE organization = ${organization} ORDER BY template LIMIT 1)
      UNION ALL
      SELECT (SELECT template FROM content WHERE organization = ${organization} AND template > names.template
        ORDER BY template LIMIT 1) FROM names WHERE names.template IS NOT NULL)
    SELECT template FROM names WHERE strpos(lower(template), lower(${text})) > 0`.execute(db)
  return rows.map(({ template }) => template)
}
