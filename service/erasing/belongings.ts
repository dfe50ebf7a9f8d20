import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { findLinesNaming } from './lines-of.ts'

/** A person who is being erased. The rows that identify them are locked. */
export interface ErasedPerson {
  organization: string
  /** Id of the prospect; '' where the person is only in the directory or in a list. */
  prospect: string
  /** See `parseEmail`. */
  emailKey: string | null
  /** Keys that the person may have in the directory. */
  keys: string[]
  /** Full names under which the person is known. */
  names: string[]
  /** Ids of the person's content records, and their patterns. */
  content: string[]
  patterns: string[]
}

/** How much hangs on the prospect of a person, by its name in the receipt. */
export async function countBelongings(
  trx: Database,
  { organization, prospect, content }: ErasedPerson,
): Promise<Record<string, number>> {
  const ofProspect = sql`organization = ${organization} AND prospect = ${prospect}`
  const ofContent = sql`organization = ${organization} AND content = ANY (${content})`
  const counted = {
    searches: sql`search WHERE ${ofProspect}`,
    prospects: sql`prospect WHERE organization = ${organization} AND id = ${prospect}`,
    content: sql`content WHERE ${ofProspect}`,
    jobs: sql`job WHERE organization = ${organization} AND subject = ANY (${[prospect, ...content]})`,
    callbacks: sql`message WHERE ${ofContent} AND webhook IS NULL AND alert IS NULL`,
    notices: sql`message WHERE ${ofContent} AND (webhook IS NOT NULL OR alert IS NOT NULL)`,
    pictures: sql`missing_picture WHERE ${ofContent}`,
    visits: sql`visit WHERE ${ofContent}`,
    events: sql`event WHERE ${ofContent}`,
    figures: sql`(SELECT organization, content FROM tally UNION ALL SELECT organization, content FROM tally_day)
      AS figure WHERE ${ofContent}`,
    answers: sql`idempotency WHERE organization = ${organization} AND about = ${prospect}`,
  }
  const counts = Object.entries(counted).map(
    ([name, of]) => sql`(SELECT count(*) FROM ${of}) AS ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(trx)
  return rows[0] ?? {}
}

/** Deletes the person's entries in the directory, also those that no prospect was made of; returns how many. */
export async function deleteFromDirectory(
  trx: Database,
  { organization, prospect, keys }: ErasedPerson,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM person WHERE organization = ${organization} AND (key = ANY (${keys}) OR prospect = ${prospect})`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0n)
}

/**
 * Deletes the places of the person, and the lines that invite nobody and have the person's address or name; returns how
 * many.
 */
export async function deletePlaces(trx: Database, person: ErasedPerson): Promise<number> {
  const { organization, prospect, emailKey, keys, names } = person
  const naming = await findLinesNaming(trx, organization, names)
  const { numAffectedRows } = await sql`
    DELETE FROM place WHERE organization = ${organization}
      AND (prospect = ${prospect} OR key = ANY (${keys})
        OR (text IS NOT NULL AND strpos(lower(text), ${emailKey}) > 0)
        OR (campaign, key) IN (SELECT campaign, key FROM json_to_recordset(${JSON.stringify(
          naming.map(({ campaign, key }) => ({ campaign, key })),
        )}::json) AS named(campaign text, key text)))`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
