import { type Selectable, sql } from 'kysely'
import { type Additional, assertMergedSize, mergeAdditional, statedFacts } from '../model/additional.ts'
import { newId } from '../model/ids.ts'
import type { Database } from './database.ts'
import { enqueueJob } from './jobs.ts'
import type { ProspectTable } from './schema.ts'

export type ProspectRow = Selectable<ProspectTable>

export interface NewProspect {
  /** As it is given back. */
  email: string
  /** What names the same mailbox: see `parseEmail`. */
  emailKey: string
  additional?: Additional | undefined
  test: boolean
}

/** The organization's prospect; undefined where it has none with this id. */
export async function getProspect(
  db: Database,
  organization: string,
  id: string,
): Promise<ProspectRow | undefined> {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Creates a prospect and enqueues its enrichment, or merges `additional` into the one that the organization has for
 * this e-mail; in the caller's transaction. However many ask at once, there is one. After the commit, wake the workers.
 */
export async function createOrMergeProspect(
  trx: Database,
  organization: string,
  prospect: NewProspect,
): Promise<ProspectRow> {
  const created = await insertProspect(trx, organization, prospect)
  if (created) {
    await enqueueJob(trx, { organization, kind: 'enrich', subject: created.id })
    return created
  }
  const known = await trx
    .selectFrom('prospect')
    .selectAll()
    .where('organization', '=', organization)
    .where('email_key', '=', prospect.emailKey)
    .where('test', '=', prospect.test)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return prospect.additional ? mergeIntoProspect(trx, known, prospect.additional) : known
}

/** Locks a prospect until the end of the transaction. Throws where there is none. */
export function lockProspect(trx: Database, organization: string, id: string): Promise<ProspectRow> {
  return trx
    .selectFrom('prospect')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Merges `additional` into a prospect that the transaction has locked. The fields that it names win over what is
 * there; `updatedAt` moves only where something changes. Throws `invalid-field` where the whole would be too large.
 */
export async function mergeIntoProspect(
  trx: Database,
  prospect: ProspectRow,
  more: Additional,
): Promise<ProspectRow> {
  const additional = mergeAdditional(prospect.additional, more)
  const change = { additional, ...statedFacts(more) }
  const changes = Object.entries(change).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!changes) return prospect
  assertMergedSize(additional)
  return trx
    .updateTable('prospect')
    .set({ ...change, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('organization', '=', prospect.organization)
    .where('id', '=', prospect.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function insertProspect(
  trx: Database,
  organization: string,
  { email, emailKey, additional, test }: NewProspect,
): Promise<ProspectRow | undefined> {
  return trx
    .insertInto('prospect')
    .values({
      ...unknownProspect,
      ...(additional && { additional: mergeAdditional(null, additional), ...statedFacts(additional) }),
      organization,
      id: newId(),
      status: 'enriching',
      email,
      email_key: emailKey,
      test,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key', 'test']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** A prospect of whom nothing is known yet. */
export const unknownProspect = {
  email: null,
  email_key: null,
  additional: null,
  linkedin: null,
  name: null,
  company: null,
  role: null,
  industry: null,
  domain: null,
  profile: null,
}
