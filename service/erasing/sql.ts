import { sql } from 'kysely'
import type { Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { registrableDomain } from '../base/words/domain.ts'
import { newId } from '../base/words/ids.ts'
import { decodeListed } from '../campaigns/listed-codec.ts'
import { lockCampaignLists, lockCampaignSteps } from '../campaigns/steps-lock.ts'
import { businessDomain } from '../prospects/names/company-domain.ts'
import { type PersonIdentity, personKeys } from '../prospects/person-key.ts'
import type { Erasure } from './erasure.ts'
import { findLinesNaming, findLinesOfAddress } from './lines-of.ts'

/** Receipts of erasings. They contain nothing personal. */
interface ErasureTable {
  organization: string
  id: string
  /** Id of the erased prospect; null where there was none. */
  prospect: string | null
  erased_at: Timestamp
  /** JSON: how much was erased, by kind. */
  erased: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    erasure: ErasureTable
  }
}

/** The result of an erasing: the receipt, and the patterns that caches have to forget. */
export interface Erased {
  erasure: Erasure
  patterns: string[]
}

/** The prospects with an e-mail address: one, and perhaps a test prospect. */
export async function findProspectsOfEmail(
  db: Database,
  organization: string,
  emailKey: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('prospect')
    .select('id')
    .where((is) => is.and({ organization, email_key: emailKey }))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Erases a prospect with all data of the person, and stores the receipt, in one transaction. Undefined where the
 * organization has no such prospect.
 */
export function eraseProspect(db: Database, organization: string, id: string): Promise<Erased | undefined> {
  return transact(db, async (trx) => {
    await lockCampaigns(trx, organization)
    const known = await identityOf(trx, organization, id)
    if (!known) return undefined
    // The directory first, as a search locks it: otherwise the two could deadlock.
    await lockPeople(trx, organization, id, keysOf(known))
    const locked = await identityOf(trx, organization, id, true)
    if (!locked) return undefined
    const person = await personOf(trx, organization, id, locked)
    return erase(trx, [person, ...(await othersOf(trx, person))])
  })
}

/**
 * Erases what the directory and lists have of an address without a prospect, and the person's prospects without an address.
 * Undefined where that is nothing.
 */
export function eraseAddress(
  db: Database,
  organization: string,
  emailKey: string,
): Promise<Erased | undefined> {
  return transact(db, async (trx) => {
    await lockCampaigns(trx, organization)
    const identities = await identitiesOfAddress(trx, organization, emailKey)
    const keys = [...new Set([{ emailKey }, ...identities].flatMap(keysOf))]
    await lockPeople(trx, organization, '', keys)
    const names = await namesOf(trx, organization, keys)
    const person = { organization, prospect: '', emailKey, keys, names, content: [], patterns: [] }
    return erase(trx, [person, ...(await othersOf(trx, person))])
  })
}

/** Nobody is made of a list, or read from one, until the transaction ends. */
async function lockCampaigns(trx: Database, organization: string): Promise<void> {
  await lockCampaignSteps(trx, organization)
  await lockCampaignLists(trx, organization)
}

/** What the directory, and lists whose people have no prospect yet, say of whoever has an address. */
async function identitiesOfAddress(
  trx: Database,
  organization: string,
  emailKey: string,
): Promise<PersonIdentity[]> {
  const keys = personKeys({ emailKey })
  const { rows: known } = await sql<PersonIdentity>`
    SELECT linkedin, name, domain FROM person WHERE organization = ${organization} AND key = ANY (${keys})`.execute(
    trx,
  )
  const { rows: waiting } = await sql<{ person: string }>`
    SELECT person FROM place
    WHERE organization = ${organization} AND key = ANY (${keys}) AND person IS NOT NULL`.execute(trx)
  const listed = waiting.map(({ person }) => decodeListed(person).facts)
  // As a prospect with the address would have it.
  const domain = businessDomain(emailKey)
  return [...known, ...listed].map((identity) => ({ ...identity, domain: identity.domain ?? domain }))
}

/**
 * The same person's prospects without an address: lists, the directory and vendors have named them by what else the person is
 * known by. They are locked like the person's.
 */
async function othersOf(trx: Database, { organization, prospect, keys }: ErasedPerson) {
  const ofVendors = await foundAtVendors(trx, organization)
  const same = ofVendors.filter((found) => keysOf(found).some((key) => keys.includes(key)))
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM prospect WHERE organization = ${organization} AND email_key IS NULL AND id <> ${prospect}
      AND id IN (SELECT prospect FROM place WHERE organization = ${organization} AND key = ANY (${keys})
        UNION ALL SELECT prospect FROM person WHERE organization = ${organization} AND key = ANY (${keys})
        UNION ALL SELECT prospect FROM search WHERE organization = ${organization}
          AND key = ANY (${keys.map((key) => `list:${key}`)})
        UNION ALL SELECT unnest(${same.map(({ id }) => id)}::text[]))
    ORDER BY id FOR UPDATE`.execute(trx)
  const others: ErasedPerson[] = []
  for (const { id } of rows) {
    const identity = await identityOf(trx, organization, id)
    if (identity) others.push(await personOf(trx, organization, id, identity))
  }
  return others
}

/** The prospects without an address that searches have found at vendors. */
async function foundAtVendors(
  trx: Database,
  organization: string,
): Promise<(PersonIdentity & { id: string })[]> {
  const { rows } = await sql<PersonIdentity & { id: string }>`
    SELECT p.id, p.linkedin, p.name, p.domain FROM search s
    JOIN prospect p ON p.organization = s.organization AND p.id = s.prospect
    WHERE s.organization = ${organization} AND s.key LIKE 'vendor:%' AND p.email_key IS NULL`.execute(trx)
  return rows
}

/** Deletes all that there is of a person, and stores the receipt. Undefined where that is nothing. */
async function erase(
  trx: Database,
  [person, ...others]: [ErasedPerson, ...ErasedPerson[]],
): Promise<Erased | undefined> {
  const { organization, prospect } = person
  const erased = await deletePerson(trx, person)
  for (const other of others)
    for (const [name, number] of Object.entries(await deletePerson(trx, other)))
      erased[name] = (erased[name] ?? 0) + number
  const patterns = [person, ...others].flatMap((each) => each.patterns)
  if (Object.values(erased).every((number) => number === 0)) return undefined
  const { erased_at } = await trx
    .insertInto('erasure')
    .values({
      organization,
      id: newId(),
      prospect: prospect || null,
      erased_at: sql<Date>`now()`,
      erased: JSON.stringify(erased),
    })
    .returning('erased_at')
    .executeTakeFirstOrThrow()
  const erasure = { ...(prospect && { prospect }), erasedAt: erased_at.toISOString(), erased }
  return { erasure, patterns }
}

/** Deletes a prospect with all that hangs on it, and what the directory and lists have of them. Returns how much. */
async function deletePerson(trx: Database, person: ErasedPerson): Promise<Record<string, number>> {
  const { organization, prospect } = person
  const belongings = await countBelongings(trx, person)
  const directory = await deleteFromDirectory(trx, person)
  const places = await deletePlaces(trx, person)
  // All that was counted hangs on the prospect.
  await sql`DELETE FROM prospect WHERE organization = ${organization} AND id = ${prospect}`.execute(trx)
  return { directory, places, ...belongings }
}

/** What identifies the person of a prospect. */
async function identityOf(
  trx: Database,
  organization: string,
  id: string,
  locking = false,
): Promise<PersonIdentity | undefined> {
  const query = trx
    .selectFrom('prospect')
    .select(['email_key as emailKey', 'linkedin', 'name', 'domain'])
    .where((is) => is.and({ organization, id }))
  return (locking ? query.forUpdate() : query).executeTakeFirst()
}

function keysOf({ domain, ...identity }: PersonIdentity): string[] {
  return personKeys({ ...identity, domain: domain && (registrableDomain(domain) ?? domain) })
}

async function lockPeople(trx: Database, organization: string, prospect: string, keys: string[]) {
  await sql`
    SELECT 1 FROM person WHERE organization = ${organization} AND (key = ANY (${keys}) OR prospect = ${prospect})
    ORDER BY key FOR UPDATE`.execute(trx)
}

/** The person of a locked prospect. No content can be created for it meanwhile, so these are all of its records. */
async function personOf(
  trx: Database,
  organization: string,
  prospect: string,
  identity: PersonIdentity,
): Promise<ErasedPerson> {
  const records = await trx
    .selectFrom('content')
    .select(['id', 'pattern'])
    .where((is) => is.and({ organization, prospect }))
    .orderBy('pattern')
    .forUpdate()
    .execute()
  const keys = keysOf(identity)
  return {
    organization,
    prospect,
    emailKey: identity.emailKey ?? null,
    keys,
    names: [...(await namesOf(trx, organization, keys)), ...(identity.name ? [identity.name] : [])],
    content: records.map(({ id }) => id),
    patterns: records.map(({ pattern }) => pattern),
  }
}

/** The names that the directory, and lists whose people have no prospect yet, have for keys. */
async function namesOf(trx: Database, organization: string, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT name FROM person WHERE organization = ${organization} AND key = ANY (${keys})
    UNION SELECT person::json #>> '{facts,name}' FROM place
    WHERE organization = ${organization} AND key = ANY (${keys}) AND person IS NOT NULL`.execute(trx)
  return rows.flatMap(({ name }) => name ?? [])
}

/** A person who is being erased. The rows that identify them are locked. */
interface ErasedPerson {
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
async function countBelongings(
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
async function deleteFromDirectory(
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
 * many. A place of another prospect belongs to somebody else of that name.
 */
async function deletePlaces(trx: Database, person: ErasedPerson): Promise<number> {
  const { organization, prospect, emailKey, keys, names } = person
  const naming = [
    ...(await findLinesNaming(trx, organization, names)),
    ...(emailKey === null ? [] : await findLinesOfAddress(trx, organization, emailKey)),
  ]
  const { numAffectedRows } = await sql`
    DELETE FROM place WHERE organization = ${organization}
      AND (prospect = ${prospect} OR (prospect IS NULL AND key = ANY (${keys}))
        OR (campaign, key) IN (SELECT campaign, key FROM json_to_recordset(${JSON.stringify(
          naming.map(({ campaign, key }) => ({ campaign, key })),
        )}::json) AS named(campaign text, key text)))`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
