import { sql } from 'kysely'
import { newId } from '../model/ids.ts'
import type { Database } from './database.ts'
import { enqueueJob } from './jobs.ts'
import { type ProspectRow, unknownProspect } from './prospects.ts'

/** Far more than one company has among an organization's prospects. */
const mostCandidates = 10_000

export type OwnCandidate = Pick<ProspectRow, 'id' | 'name' | 'role' | 'email' | 'domain'>

/**
 * The organization's own prospects that may be of a company, oldest first: by domain, and where enrichment has not
 * told the domain yet, by the end of the e-mail address. Test prospects are never among them.
 */
export async function findOwnCandidates(
  db: Database,
  organization: string,
  domain: string,
): Promise<OwnCandidate[]> {
  return db
    .selectFrom('prospect')
    .select(['id', 'name', 'role', 'email', 'domain'])
    .where('organization', '=', organization)
    .where('test', '=', false)
    .where(({ or, and, eb }) =>
      or([
        eb('domain', '=', domain),
        and([
          eb('domain', 'is', null),
          eb('status', '=', 'enriching'),
          eb('email_key', 'like', `%${domain}`),
        ]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostCandidates)
    .execute()
}

/** The id of the prospect that is kept under a key. */
export async function findSearched(
  db: Database,
  organization: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('search')
    .select('prospect')
    .where('organization', '=', organization)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.prospect
}

/**
 * Keeps a prospect under a key. False where another transaction has kept one, for whose end it waits: what this one
 * has made for the key must then be undone.
 */
export async function keepSearched(
  trx: Database,
  organization: string,
  key: string,
  prospect: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('search')
    .values({ organization, key, prospect })
    .onConflict((conflict) => conflict.columns(['organization', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export type FoundFields = Partial<
  Pick<
    ProspectRow,
    | 'email'
    | 'email_key'
    | 'name'
    | 'company'
    | 'role'
    | 'industry'
    | 'linkedin'
    | 'domain'
    | 'profile'
    | 'additional'
  >
>

/**
 * Creates a prospect of what a search found and enqueues its enrichment, in the caller's transaction; where the
 * organization has a prospect with this e-mail, that one is given what it lacks. After the commit, wake the workers.
 */
export async function createFoundProspect(
  trx: Database,
  organization: string,
  found: FoundFields,
): Promise<string> {
  const created = await trx
    .insertInto('prospect')
    .values({
      ...unknownProspect,
      ...found,
      organization,
      id: newId(),
      status: 'enriching',
      test: false,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key', 'test']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return fillProspect(trx, organization, found)
  await enqueueJob(trx, { organization, kind: 'enrich', subject: created.id })
  return created.id
}

async function fillProspect(trx: Database, organization: string, found: FoundFields): Promise<string> {
  const { name, company, role, industry, linkedin, domain, profile } = { ...unknownProspect, ...found }
  const fields = { name, company, role, industry, linkedin, domain, profile }
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const filled = given.map(([field, value]) => [field, sql`coalesce(${sql.ref(field)}, ${value})`] as const)
  const { id } = await trx
    .updateTable('prospect')
    .set({
      ...Object.fromEntries(filled),
      updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('organization', '=', organization)
    .where('email_key', '=', found.email_key ?? '')
    .where('test', '=', false)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
