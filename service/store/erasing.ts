import { sql } from 'kysely'
import { registrableDomain } from '../model/domain.ts'
import type { Erasure } from '../model/erasure.ts'
import { newId } from '../model/ids.ts'
import { type PersonIdentity, personKeys } from '../model/person-key.ts'
import type { Timestamp } from './columns.ts'
import type { Database } from './database.ts'
import { belongings, type ErasedPerson } from './erased-belongings.ts'

/** Receipts of erasings. Nothing in them is personal. */
export interface ErasureTable {
  organization: string
  id: string
  /** Id of the prospect that was; null where there was none. */
  prospect: string | null
  erased_at: Timestamp
  /** JSON: how much was erased, by kind. */
  erased: string
}

declare module './schema.ts' {
  interface Schema {
    erasure: ErasureTable
  }
}

/** What an erasing came to: the receipt, and the patterns under which caches may still have something. */
export interface Erased {
  erasure: Erasure
  patterns: string[]
}

/** What PostgreSQL says when it is worth trying at once: a deadlock, a failed serialisation. */
const worthAnotherTry = new Set(['40P01', '40001'])
const mostTries = 5

/** The prospects of an e-mail address: one, and perhaps a test prospect. */
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
 * Erases a prospect with all that belongs to the person, and keeps the receipt, in one transaction. Undefined where the
 * organization has no such prospect.
 */
export function eraseProspect(db: Database, organization: string, id: string): Promise<Erased | undefined> {
  return tryAgain(() =>
    db.transaction().execute(async (trx) => {
      const known = await identityOf(trx, organization, id)
      if (!known) return undefined
      // The directory first, as a search locks it.
      await lockPeople(trx, organization, id, keysOf(known))
      const locked = await identityOf(trx, organization, id, true)
      return locked && eraseBelongings(trx, await personOf(trx, organization, id, locked))
    }),
  )
}

/** Erases what a directory or a list has of an address of which there is no prospect. Undefined where there is nothing. */
export function eraseAddress(
  db: Database,
  organization: string,
  emailKey: string,
): Promise<Erased | undefined> {
  const person = { organization, prospect: '', emailKey, keys: personKeys({ emailKey }) }
  const none = { content: [], patterns: [] }
  return tryAgain(() => db.transaction().execute((trx) => eraseBelongings(trx, { ...person, ...none })))
}

async function eraseBelongings(trx: Database, person: ErasedPerson): Promise<Erased | undefined> {
  const { organization, prospect, patterns } = person
  const erased: Record<string, number> = {}
  for (const [name, erase] of Object.entries(belongings)) erased[name] = await erase(trx, person)
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

/** What names the person of a prospect. */
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

/** Nobody can make content of a prospect that is locked: these are all of its records. */
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
  return {
    organization,
    prospect,
    emailKey: identity.emailKey ?? null,
    keys: keysOf(identity),
    content: records.map(({ id }) => id),
    patterns: records.map(({ pattern }) => pattern),
  }
}

async function tryAgain<T>(work: () => Promise<T>, triesLeft = mostTries): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (triesLeft <= 1 || !worthAnotherTry.has(code)) throw error
    return tryAgain(work, triesLeft - 1)
  }
}
