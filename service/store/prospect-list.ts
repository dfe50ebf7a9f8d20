import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { ProspectRow } from './prospects.ts'
import { hasRareWords, hasWords } from './word-search.ts'

/** What a list of prospects is asked for; all of it, where given. */
export interface ProspectFilter {
  /** See `parseEmail`. */
  emailKey?: string | undefined
  /** Registrable domain of the company. */
  domain?: string | undefined
  /** Beginnings of words of name, company, e-mail address and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
}

/** The last of the page before. */
export interface ProspectPosition {
  createdAt: Date
  id: string
}

/** Of the newest prospects so many are looked through before the index of words is asked. */
const lookedThrough = 1000

/** The organization's prospects from `after` on, newest first. */
export async function listProspects(
  db: Database,
  organization: string,
  { words, ...filter }: ProspectFilter,
  limit: number,
  after?: ProspectPosition,
): Promise<ProspectRow[]> {
  const where = sql.join(conditionsOf(organization, filter, after), sql` AND `)
  if (!words) return newestOf(db, sql`SELECT * FROM prospect WHERE ${where}`, limit)
  // What is frequent is found among the newest; the index would give all of it, to be sorted.
  const frequent = await newestOf(
    db,
    sql`
      WITH newest AS MATERIALIZED (
        SELECT * FROM prospect WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${lookedThrough})
      SELECT * FROM newest WHERE ${hasWords(sql`newest`, words)}`,
    limit,
  )
  if (frequent.length >= limit) return frequent
  const isFound = await hasRareWords(db, organization, sql`prospect`, words)
  return newestOf(
    db,
    sql`
      WITH found AS MATERIALIZED (SELECT * FROM prospect WHERE ${where} AND ${isFound})
      SELECT * FROM found`,
    limit,
  )
}

async function newestOf(db: Database, select: RawBuilder<unknown>, limit: number): Promise<ProspectRow[]> {
  const { rows } = await sql<ProspectRow>`${select} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

function conditionsOf(
  organization: string,
  { emailKey, domain }: ProspectFilter,
  after?: ProspectPosition,
): RawBuilder<unknown>[] {
  return [
    sql`organization = ${organization}`,
    ...(emailKey === undefined ? [] : [sql`email_key = ${emailKey}`]),
    ...(domain === undefined ? [] : [sql`domain = ${domain}`]),
    ...(after ? [sql`(created_at, id) < (${after.createdAt}, ${after.id})`] : []),
  ]
}
