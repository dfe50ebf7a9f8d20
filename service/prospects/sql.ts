import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { type Additional, isAllowedSize, mergeAdditional, statedFacts } from '../base/words/additional.ts'
import { newId } from '../base/words/ids.ts'
import type { KnownFacts } from '../base/words/prospect.ts'
import { factColumns, foundFacts, mergeIntoProspect, type ProspectFields } from './merge-prospect.ts'
import { linkPerson, lockPerson, type PersonRow } from './people/sql.ts'
import { personKeys } from './person-key.ts'
import type { ProspectTable } from './table.ts'

export type ProspectRow = Selectable<ProspectTable>

export interface NewProspect {
  /** As it was sent. */
  email: string
  /** See `parseEmail`. */
  emailKey: string
  additional?: Additional | undefined
  /** Facts that are stated beside `additional`. */
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
 * Creates a prospect from what the client sent and the directory has, and enqueues its enrichment; or merges that into
 * the organization's prospect with this e-mail address. However many do so at once, there is one prospect. In the
 * caller's transaction; after the commit, wake the workers.
 */
export async function createOrMergeProspect(
  trx: Database,
  organization: string,
  wanted: NewProspect,
): Promise<ProspectRow> {
  const { email, emailKey: email_key, additional, facts, test } = wanted
  const [key = ''] = personKeys({ emailKey: email_key })
  const person = await lockPerson(trx, organization, key)
  const known = await findAndLockProspectOf(trx, organization, email_key, test)
  if (known) return mergeIntoProspect(trx, known, { additional, stated: facts, found: person })
  const told = { ...fieldsOfAdditional(additional, person), ...facts }
  const fields = { ...(person && fieldsOfPerson(person)), ...told }
  const created = await insertProspect(trx, organization, { ...fields, email, email_key }, test)
  // Another transaction has created it meanwhile; by now it may also have been erased.
  if (!created) return createOrMergeProspect(trx, organization, wanted)
  if (person && !person.prospect && !test) await linkPerson(trx, organization, key, created.id)
  return created
}

/** The same for a person that a search has found: only empty and guessed fields are filled. Returns the id. */
export async function createOrFillProspect(
  trx: Database,
  organization: string,
  found: ProspectFields,
): Promise<string> {
  const created = await insertProspect(trx, organization, found, false)
  if (created) return created.id
  const known = await findAndLockProspectOf(trx, organization, found.email_key ?? '', false)
  if (!known) return createOrFillProspect(trx, organization, found)
  return (await mergeIntoProspect(trx, known, { found })).id
}

function findAndLockProspectOf(trx: Database, organization: string, email_key: string, test: boolean) {
  return trx
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and({ organization, email_key, test }))
    .forUpdate()
    .executeTakeFirst()
}

function fieldsOfPerson(person: PersonRow): ProspectFields {
  return { ...factColumns(foundFacts(person)), profile: person.profile }
}

/** Merges what the client sent into what the directory has, or drops the latter where both are too large together. */
function fieldsOfAdditional(
  additional: Additional | undefined,
  person: PersonRow | undefined,
): ProspectFields {
  if (!additional) return { additional: person?.additional ?? null }
  const merged = mergeAdditional(person?.additional ?? null, additional)
  const fits = !person?.additional || isAllowedSize(merged)
  return { ...statedFacts(additional), additional: fits ? merged : mergeAdditional(null, additional) }
}

/** Inserts a prospect and enqueues its enrichment. Undefined where there is one with this e-mail address. */
async function insertProspect(
  trx: Database,
  organization: string,
  known: ProspectFields,
  test: boolean,
): Promise<ProspectRow | undefined> {
  const created = await trx
    .insertInto('prospect')
    .values({
      ...known,
      organization,
      id: newId(),
      status: 'enriching',
      test,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key', 'test']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) await enqueueJob(trx, { organization, kind: 'enrich', subject: created.id })
  return created
}
