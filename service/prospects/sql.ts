import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { newId } from '../base/words/ids.ts'
import { jsonMembers } from '../base/words/json.ts'
import { isAllowedSize, mergeAdditional } from '../base/words/prospect.ts'
import { additionalField, allFrom, type FactSources, fromDirectory, writeSources } from './fact-sources.ts'
import {
  factColumns,
  factsOf,
  foundFacts,
  mergeIntoProspect,
  type ProspectFields,
  type Said,
} from './merge-prospect.ts'
import { linkPerson, lockPeople, lockPerson, type PersonRow } from './people/sql.ts'
import { personKeys } from './person-key.ts'
import type { ProspectTable } from './table.ts'

export type ProspectRow = Selectable<ProspectTable>

export interface NewProspect extends Said {
  /** As it was sent. */
  email: string
  /** See `parseEmail`. */
  emailKey: string
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
  const { email, emailKey: email_key, test } = wanted
  const [key = ''] = personKeys({ emailKey: email_key })
  const person = await lockPerson(trx, organization, key)
  const known = await findAndLockProspectOf(trx, organization, email_key, test)
  const found = person && { source: fromDirectory, fields: person }
  if (known) return mergeIntoProspect(trx, known, { said: wanted, found })
  const listed = person ? fieldsOfPerson(person) : {}
  const told = { email, ...factsOf(wanted), additional: additionalOf(wanted, person) }
  const sources = new Map([
    ...sourcesOf(fromDirectory, { ...listed, additional: person?.additional }),
    ...allFrom(wanted.source, ['email', ...Object.keys(factsOf(wanted))]),
    ...allFrom(wanted.source, [...(wanted.additional?.keys() ?? [])].map(additionalField)),
  ])
  const created = await insertProspect(
    trx,
    organization,
    { ...listed, ...told, email_key },
    { sources, test },
  )
  // Another transaction has created it meanwhile; by now it may also have been erased.
  if (!created) return createOrMergeProspect(trx, organization, wanted)
  if (person && !person.prospect && !test) await linkPerson(trx, organization, key, created.id)
  return created
}

/**
 * Locks what `createOrMergeProspect` locks for each of these addresses, in the order in which enrichments lock
 * prospects: whoever locks several one by one, in an order of their own, waits for those who wait for them.
 */
export async function lockProspectsOf(
  trx: Database,
  organization: string,
  emailKeys: readonly string[],
): Promise<void> {
  if (emailKeys.length === 0) return
  await lockPeople(
    trx,
    organization,
    emailKeys.flatMap((emailKey) => personKeys({ emailKey }).slice(0, 1)),
  )
  await trx
    .selectFrom('prospect')
    .select('id')
    .where((is) => is.and({ organization, test: false }))
    .where('email_key', 'in', [...emailKeys])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The same for a person that a search has found: only empty and guessed fields are filled. Returns the id. */
export async function createOrFillProspect(
  trx: Database,
  organization: string,
  source: string,
  found: ProspectFields,
): Promise<string> {
  const sources = sourcesOf(source, found)
  const created = await insertProspect(trx, organization, found, { sources, test: false })
  if (created) return created.id
  const known = await findAndLockProspectOf(trx, organization, found.email_key ?? '', false)
  if (!known) return createOrFillProspect(trx, organization, source, found)
  return (await mergeIntoProspect(trx, known, { found: { source, fields: found } })).id
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
function additionalOf({ additional }: Said, person: PersonRow | undefined): string | null {
  if (!additional) return person?.additional ?? null
  const merged = mergeAdditional(person?.additional ?? null, additional)
  const fits = !person?.additional || isAllowedSize(merged)
  return fits ? merged : mergeAdditional(null, additional)
}

/** All that is known here, from one source. */
function sourcesOf(source: string, { additional, email_key: _key, ...fields }: ProspectFields): FactSources {
  const known = Object.entries(fields).filter(([, value]) => value)
  const members = [...jsonMembers(additional ?? '{}').keys()].map(additionalField)
  return allFrom(source, [...known.map(([field]) => field), ...members])
}

/** Inserts a prospect and enqueues its enrichment. Undefined where there is one with this e-mail address. */
async function insertProspect(
  trx: Database,
  organization: string,
  known: ProspectFields,
  { sources, test }: { sources: FactSources; test: boolean },
): Promise<ProspectRow | undefined> {
  const created = await trx
    .insertInto('prospect')
    .values({
      ...known,
      organization,
      id: newId(),
      status: 'enriching',
      sources: writeSources(sources),
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

/** The names of campaigns, by their ids, without those that were deleted. */
export async function namesOfCampaigns(
  db: Database,
  organization: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM campaign
    WHERE organization = ${organization} AND id = ANY (${ids}) AND status <> 'deleted'`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
