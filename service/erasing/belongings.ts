import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Schema } from '../base/database/schema.ts'
import { decodeEvents } from '../events/event-codec.ts'
import { deleteMessagesOf } from '../messages/sql.ts'

/** A person who is being erased. The rows that identify them are locked. */
export interface ErasedPerson {
  organization: string
  /** Id of the prospect; '' where the person is only in the directory or in a list. */
  prospect: string
  /** See `parseEmail`. */
  emailKey: string | null
  /** Keys that the person may have in the directory. */
  keys: string[]
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
  // Lines of lists that name the person go too.
  places: deleteBy(
    ({ organization, prospect, emailKey, keys, content }) => sql`
      DELETE FROM place WHERE organization = ${organization}
        AND (content = ANY (${content}) OR (prospect = ${prospect} AND prospect <> '') OR key = ANY (${keys})
          OR (text IS NOT NULL AND strpos(lower(text), ${emailKey}) > 0))`,
  ),
  callbacks: (trx, { organization, content }) => deleteMessagesOf(trx, organization, content, 'callbacks'),
  notices: (trx, { organization, content }) => deleteMessagesOf(trx, organization, content, 'webhooks'),
  pictures: ofContent('missing_picture'),
  visits: async (trx, person) => {
    await ofContent('presence')(trx, person)
    return ofContent('visit')(trx, person)
  },
  events: eraseEvents,
  figures: async (trx, person) =>
    (await ofContent('tally')(trx, person)) + (await ofContent('tally_day')(trx, person)),
  arrivals: eraseArrivals,
  arrivalsAside: ofContent('arrival_aside'),
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

/** Deletes what a table keeps for the person's content records. */
function ofContent(
  table: 'missing_picture' | 'visit' | 'presence' | 'tally' | 'tally_day' | 'arrival_aside',
): Erase {
  return deleteBy(
    ({ organization, content }) => sql`
      DELETE FROM ${sql.table(table satisfies keyof Schema)}
      WHERE organization = ${organization} AND content = ANY (${content})`,
  )
}

async function eraseEvents(trx: Database, { organization, content }: ErasedPerson): Promise<number> {
  const { rows } = await sql<{ events: string }>`
    DELETE FROM event WHERE organization = ${organization} AND content = ANY (${content})
    RETURNING events`.execute(trx)
  return rows.reduce((sum, { events }) => sum + decodeEvents(events).length, 0)
}

/** Removes the person's batches from rows that are not rolled up yet; the rest of each row stays. */
async function eraseArrivals(trx: Database, { patterns }: ErasedPerson): Promise<number> {
  if (patterns.length === 0) return 0
  const { rows } = await sql<{ writer: string; number: number; batches: string }>`
    SELECT writer, number, batches FROM arrival
    WHERE batches LIKE ANY (${patterns.map((pattern) => `%${pattern.replace(/[_%\\]/g, '\\$&')}%`)})
    ORDER BY writer, number FOR UPDATE`.execute(trx)
  for (const { writer, number, batches } of rows) {
    const kept = JSON.stringify(without(JSON.parse(batches), new Set(patterns)))
    await sql`
      UPDATE arrival SET batches = ${kept} WHERE writer = ${writer} AND number = ${number}`.execute(trx)
  }
  return rows.length
}

/** A JSON value without the arrays and objects that have one of the patterns as a member. */
function without(value: unknown, patterns: ReadonlySet<unknown>): unknown {
  if (!Array.isArray(value)) return value
  const isOf = (each: unknown) =>
    typeof each === 'object' && each !== null && Object.values(each).some((member) => patterns.has(member))
  return value.filter((each) => !isOf(each)).map((each) => without(each, patterns))
}
