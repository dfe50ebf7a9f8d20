import { type Selectable, sql } from 'kysely'
import { type Additional, assertMergedSize, mergeAdditional, statedFacts } from '../model/additional.ts'
import { newId } from '../model/ids.ts'
import type { KnownFacts, PersonField } from '../model/prospect.ts'
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
  /** What is stated beside `additional`. */
  facts?: KnownFacts | undefined
  test: boolean
}

/** The organization's prospect; undefined where it has none with this id. */
export function getProspect(
  db: Database,
  organization: string,
  id: string,
): Promise<ProspectRow | undefined> {
  return prospectQuery(db, organization, id).executeTakeFirst()
}

/** Locks a prospect until the end of the transaction; undefined where there is none. */
export function findAndLockProspect(
  trx: Database,
  organization: string,
  id: string,
): Promise<ProspectRow | undefined> {
  return prospectQuery(trx, organization, id).forUpdate().executeTakeFirst()
}

function prospectQuery(db: Database, organization: string, id: string) {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and({ organization, id }))
}

/**
 * Creates a prospect and enqueues its enrichment, or merges `additional` into the one that the organization has for
 * this e-mail; in the caller's transaction. However many ask at once, there is one. After the commit, wake the workers.
 */
export async function createOrMergeProspect(
  trx: Database,
  organization: string,
  wanted: NewProspect,
): Promise<ProspectRow> {
  const { email, emailKey: email_key, additional, facts, test } = wanted
  const merged = additional && { additional: mergeAdditional(null, additional), ...statedFacts(additional) }
  const stated = { ...merged, ...facts }
  const created = await insertProspect(trx, organization, { email, email_key, ...stated }, test)
  if (created) return created
  const known = await trx
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and({ organization, email_key, test }))
    .forUpdate()
    .executeTakeFirst()
  // Erased between the two statements.
  if (!known) return createOrMergeProspect(trx, organization, wanted)
  return additional || facts ? mergeIntoProspect(trx, known, additional ?? new Map(), facts) : known
}

/**
 * Merges `additional` into a prospect that the transaction has locked. The fields that it names win over what is
 * there; `updatedAt` moves only where something changes. Throws `invalid-field` where the whole would be too large.
 */
export async function mergeIntoProspect(
  trx: Database,
  prospect: ProspectRow,
  more: Additional,
  facts: KnownFacts = {},
): Promise<ProspectRow> {
  const additional = more.size > 0 ? mergeAdditional(prospect.additional, more) : prospect.additional
  const change = { additional, ...statedFacts(more), ...facts }
  const changes = Object.entries(change).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!changes) return prospect
  assertMergedSize(additional ?? '')
  return trx
    .updateTable('prospect')
    .set({ ...change, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where((is) => is.and({ organization: prospect.organization, id: prospect.id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Inserts a prospect that is to be enriched, and enqueues that. Undefined where there is one of its e-mail. */
export async function insertProspect(
  trx: Database,
  organization: string,
  known: ProspectFields,
  test: boolean,
): Promise<ProspectRow | undefined> {
  const created = await trx
    .insertInto('prospect')
    .values({
      ...known,
      ...{ organization, id: newId(), status: 'enriching', test },
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key', 'test']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) await enqueueJob(trx, { organization, kind: 'enrich', subject: created.id })
  return created
}

/** What is known of a prospect when it is created. */
export type ProspectFields = Partial<Record<PersonField | 'email_key', string | null | undefined>>
