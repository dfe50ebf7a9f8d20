import { type Selectable, sql } from 'kysely'
import { ApiError } from '../errors.ts'
import { type Additional, mergeAdditional, toldFields } from './additional.ts'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import { enqueueJob } from './jobs.ts'
import type { ProspectTable } from './schema.ts'

export type ProspectRow = Selectable<ProspectTable>

/** The most that a prospect's `additional` may hold, in bytes of compact UTF-8 JSON. */
export const maxAdditionalBytes = 16 * 1024

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
 * Makes a prospect and puts down its enrichment, or merges `additional` into the one that the organization has for
 * this e-mail; in the caller's transaction. However many ask at once, there is one. After the commit,
 * `service.wakeWorkers()`.
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
 * there; `updatedAt` moves only where something changes. Throws 40001 where the whole would be too large.
 */
export async function mergeIntoProspect(
  trx: Database,
  prospect: ProspectRow,
  more: Additional,
): Promise<ProspectRow> {
  const additional = mergeAdditional(prospect.additional, more)
  const change = { additional, ...toldFields(more) }
  const changes = Object.entries(change).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!changes) return prospect
  if (Buffer.byteLength(additional) > maxAdditionalBytes) {
    throw new ApiError(
      40001,
      'additional: together with what is stored it must be at most 16 KiB of compact JSON.',
    )
  }
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
      ...nothingKnown,
      ...(additional && { additional: mergeAdditional(null, additional), ...toldFields(additional) }),
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

const nothingKnown = {
  additional: null,
  linkedin: null,
  name: null,
  company: null,
  role: null,
  industry: null,
  domain: null,
  profile: null,
}
