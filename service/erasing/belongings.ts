import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Schema } from '../base/database/schema.ts'
import { deleteMessagesOf } from '../messages/sql.ts'
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

/** Deletes one kind of data of a person; returns how much it was. */
type Erase = (trx: Database, person: ErasedPerson) => Promise<number>

/**
 * All data of a person, by its name in the receipt, in the order in which it is deleted: as other transactions lock it.
 * A table that gets data of a person gets a line here.
 */
export const belongings: Record<string, Erase> = {
  directory: deleteBy(
    ({ organization, prospect, keys }) => sql`
      DELETE FROM person WHERE organization = ${organization}
        AND (key = ANY (${keys}) OR (prospect = ${prospect} AND prospect <> ''))`,
  ),
  searches: deleteBy(
    ({ organization, prospect }) => sql`
      DELETE FROM search WHERE organization = ${organization} AND prospect = ${prospect}`,
  ),
  prospects: deleteBy(
    ({ organization, prospect }) => sql`
      DELETE FROM prospect WHERE organization = ${organization} AND id = ${prospect}`,
  ),
  content: deleteBy(
    ({ organization, content }) => sql`
      DELETE FROM content WHERE organization = ${organization} AND id = ANY (${content})`,
  ),
  jobs: deleteBy(
    ({ organization, prospect, content }) => sql`
      DELETE FROM job WHERE organization = ${organization} AND subject = ANY (${[prospect, ...content]})`,
  ),
  places: erasePlaces,
  callbacks: (trx, { organization, content }) => deleteMessagesOf(trx, organization, content, 'callbacks'),
  notices: (trx, { organization, content }) => deleteMessagesOf(trx, organization, content, 'webhooks'),
  pictures: ofContent('missing_picture'),
  visits: ofContent('visit'),
  events: ofContent('event'),
  figures: async (trx, person) =>
    (await ofContent('tally')(trx, person)) + (await ofContent('tally_day')(trx, person)),
  // An answer that an earlier version stored may be about anybody.
  answers: deleteBy(
    ({ organization, prospect }) => sql`
      DELETE FROM idempotency WHERE organization = ${organization} AND ${prospect} <> ''
        AND (about = ${prospect} OR (about IS NULL AND answer IS NOT NULL))`,
  ),
}

/** Deletes by a statement. */
function deleteBy(statementFor: (person: ErasedPerson) => RawBuilder<unknown>): Erase {
  return async (trx, person) => Number((await statementFor(person).execute(trx)).numAffectedRows ?? 0n)
}

/** Deletes the places of the person, and the lines that invite nobody and have the person's address or name. */
async function erasePlaces(trx: Database, person: ErasedPerson): Promise<number> {
  const { organization, prospect, emailKey, keys, names, content } = person
  const naming = await findLinesNaming(trx, organization, names)
  return deleteBy(
    () => sql`
      DELETE FROM place WHERE organization = ${organization}
        AND (content = ANY (${content}) OR (prospect = ${prospect} AND prospect <> '') OR key = ANY (${keys})
          OR (text IS NOT NULL AND strpos(lower(text), ${emailKey}) > 0)
          OR (campaign, key) IN (SELECT campaign, key FROM json_to_recordset(${JSON.stringify(
            naming.map(({ campaign, key }) => ({ campaign, key })),
          )}::json) AS named(campaign text, key text)))`,
  )(trx, person)
}

/** Deletes what a table keeps for the person's content records. */
function ofContent(table: 'missing_picture' | 'visit' | 'event' | 'tally' | 'tally_day'): Erase {
  return deleteBy(
    ({ organization, content }) => sql`
      DELETE FROM ${sql.table(table satisfies keyof Schema)}
      WHERE organization = ${organization} AND content = ANY (${content})`,
  )
}
