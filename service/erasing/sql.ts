import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { registrableDomain } from '../base/words/addresses.ts'
import { newId } from '../base/words/ids.ts'
import { rememberErased } from '../connections/sql.ts'
import { type PersonIdentity, personKeys } from '../prospects/directory-sql.ts'
import type { Erasure } from './erasure.ts'
import { findLinesOf } from './lines-of.ts'

declare module '../base/database/schema.ts' {
  interface Schema {
    /** Receipts of erasings, without anything personal. `erased` is JSON: how much was erased, by kind. */
    erasure: {
      organization: string
      id: string
      prospect: string | null
      erased_at: Timestamp
      erased: string
      kept_by: string[]
    }
  }
}

/** The result of an erasing: the receipt, and the patterns that caches have to forget. */
export interface Erased {
  erasure: Erasure
  patterns: string[]
}

/** The prospects with an e-mail address: one, and perhaps a test prospect. */
export async function findProspectsOfEmail(db: Database, organization: string, emailKey: string) {
  return (await readProspects(db, organization, sql`email_key = ${emailKey}`)).map(({ id }) => id)
}

/**
 * Erases a prospect with all data of the person, and stores the receipt, in one transaction. Undefined where the
 * organization has no such prospect.
 */
export function eraseProspect(db: Database, organization: string, id: string): Promise<Erased | undefined> {
  return transact(db, async (trx) => {
    const [known] = await readProspects(trx, organization, sql`id = ${id}`)
    if (!known) return undefined
    // The directory first, as searches lock it.
    await lockDirectory(trx, organization, keysOf(known), id)
    // With those of the same person that a list or a search has made without an address.
    const locked = await readProspects(
      trx,
      organization,
      sql`(id = ${id} OR (email_key IS NULL AND domain = ${known.domain} AND lower(name) = lower(${known.name})))
        ORDER BY id FOR UPDATE`,
    )
    const own = locked.find((each) => each.id === id)
    if (!own) return undefined
    const others = locked.filter((each) => each.id !== id)
    return erase(trx, {
      organization,
      prospects: [id, ...others.map((each) => each.id)],
      emailKey: own.emailKey ?? null,
      keys: [...new Set(locked.flatMap(keysOf))],
    })
  })
}

/** Erases what the directory and lists have of an address without a prospect. Undefined where that is nothing. */
export function eraseAddress(
  db: Database,
  organization: string,
  emailKey: string,
): Promise<Erased | undefined> {
  return transact(db, async (trx) => {
    const keys = personKeys({ emailKey })
    await lockDirectory(trx, organization, keys, '')
    return erase(trx, { organization, prospects: [], emailKey, keys })
  })
}

interface ErasedPerson {
  organization: string
  /** The one that was asked for first; empty where the person is only in the directory or in a list. */
  prospects: string[]
  emailKey: string | null
  /** Keys that the person may have in the directory and in lists. */
  keys: string[]
}

async function readProspects(trx: Database, organization: string, which: RawBuilder<unknown>) {
  const { rows } = await sql<PersonIdentity & { id: string }>`
    SELECT id, email_key AS "emailKey", name, domain FROM prospect
    WHERE organization = ${organization} AND ${which}`.execute(trx)
  return rows
}

function keysOf({ domain, ...identity }: PersonIdentity): string[] {
  return personKeys({ ...identity, domain: domain && (registrableDomain(domain) ?? domain) })
}

async function lockDirectory(trx: Database, organization: string, keys: string[], prospect: string) {
  await sql`
    SELECT 1 FROM person WHERE organization = ${organization} AND (key = ANY (${keys}) OR prospect = ${prospect})
    ORDER BY key FOR UPDATE`.execute(trx)
}

/**
 * Deletes all that there is of a person, and stores the receipt. Undefined where that is nothing. Places go last, as a
 * campaign that makes people writes them last: of two at once, the later one finds nothing left.
 */
async function erase(trx: Database, person: ErasedPerson): Promise<Erased | undefined> {
  const { organization, prospects, emailKey, keys } = person
  // No content can be created for locked prospects meanwhile. In the order in which groups of events lock them.
  const { rows: records } = await sql<{ id: string; pattern: string }>`
    SELECT id, pattern FROM content WHERE organization = ${organization} AND prospect = ANY (${prospects})
    ORDER BY pattern FOR UPDATE`.execute(trx)
  const ids = records.map(({ id }) => id)
  const belongings = await countBelongings(trx, organization, prospects, ids)
  const names = await namesOf(trx, person)
  const lines = await findLinesOf(trx, organization, { emailKey, names })
  // A place of another prospect belongs to somebody else of that name.
  const ownPlaces = sql`place WHERE organization = ${organization}
    AND (prospect = ANY (${prospects}) OR (prospect IS NULL AND key = ANY (${keys}))
      OR (campaign, key) IN (SELECT campaign, key
        FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line(campaign text, key text)))`
  const texts = sql`
    SELECT cells FROM ${ownPlaces} UNION ALL
    SELECT additional FROM prospect WHERE organization = ${organization} AND id = ANY (${prospects})`
  const keptBy = (await rememberErased(trx, organization, texts)) > 0 ? ['HubSpot'] : []
  const directory = await countDeleted(
    trx,
    sql`person WHERE organization = ${organization} AND (key = ANY (${keys}) OR prospect = ANY (${prospects}))`,
  )
  const places = await countDeleted(trx, ownPlaces)
  // All that was counted hangs on the prospect.
  await countDeleted(trx, sql`prospect WHERE organization = ${organization} AND id = ANY (${prospects})`)
  const erased = { directory, places, ...belongings }
  if (Object.values(erased).every((number) => number === 0)) return undefined
  const [prospect] = prospects
  const { rows } = await sql<{ erasedAt: Date }>`
    INSERT INTO erasure (organization, id, prospect, erased_at, erased, kept_by)
    VALUES (${organization}, ${newId()}, ${prospect ?? null}, now(), ${JSON.stringify(erased)}, ${keptBy})
    RETURNING erased_at AS "erasedAt"`.execute(trx)
  const erasedAt = rows[0]?.erasedAt.toISOString() ?? ''
  const patterns = records.map(({ pattern }) => pattern)
  const receipt = { ...(prospect && { prospect }), erasedAt, erased, ...(keptBy.length > 0 && { keptBy }) }
  return { erasure: receipt, patterns }
}

async function countDeleted(trx: Database, from: RawBuilder<unknown>): Promise<number> {
  return Number((await sql`DELETE FROM ${from}`.execute(trx)).numAffectedRows ?? 0n)
}

/** The names that a person has as a prospect, in the directory, and in lists whose people have no prospect yet. */
async function namesOf(trx: Database, { organization, prospects, keys }: ErasedPerson): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT name FROM prospect WHERE organization = ${organization} AND id = ANY (${prospects})
    UNION SELECT name FROM person WHERE organization = ${organization} AND key = ANY (${keys})
    UNION SELECT person::json #>> '{facts,name}' FROM place
    WHERE organization = ${organization} AND key = ANY (${keys}) AND person IS NOT NULL`.execute(trx)
  return rows.flatMap(({ name }) => name ?? [])
}

/** How much hangs on prospects, by its name in the receipt. */
async function countBelongings(
  trx: Database,
  organization: string,
  prospects: string[],
  content: string[],
): Promise<Record<string, number>> {
  const ofProspect = sql`organization = ${organization} AND prospect = ANY (${prospects})`
  const ofContent = sql`organization = ${organization} AND content = ANY (${content})`
  const counted = {
    searches: sql`search WHERE ${ofProspect}`,
    prospects: sql`prospect WHERE organization = ${organization} AND id = ANY (${prospects})`,
    content: sql`content WHERE ${ofProspect}`,
    jobs: sql`job WHERE organization = ${organization} AND subject = ANY (${[...prospects, ...content]})`,
    callbacks: sql`message WHERE ${ofContent} AND webhook IS NULL AND alert IS NULL`,
    notices: sql`message WHERE ${ofContent} AND (webhook IS NOT NULL OR alert IS NOT NULL)`,
    visits: sql`visit WHERE ${ofContent}`,
    events: sql`event WHERE ${ofContent}`,
    figures: sql`(SELECT organization, content FROM tally UNION ALL SELECT organization, content FROM tally_day)
      AS figure WHERE ${ofContent}`,
    answers: sql`idempotency WHERE organization = ${organization} AND about = ANY (${prospects})`,
  }
  const counts = Object.entries(counted).map(
    ([name, of]) => sql`(SELECT count(*) FROM ${of}) AS ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(trx)
  return rows[0] ?? {}
}
