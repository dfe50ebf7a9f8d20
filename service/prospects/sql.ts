import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { type Defaulted, nextUpdate, type PersonColumns, type Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { enqueueJob, enqueueOrRestart, finishJobs, unblockGenerateJobs } from '../base/jobs/sql.ts'
import { findEmail } from '../base/words/addresses.ts'
import { newId } from '../base/words/ids.ts'
import type { ProspectStatus } from '../base/words/prospect.ts'
import { foundInDirectory, linkPerson, lockPeople, personKeys } from './directory-sql.ts'
import {
  factColumns,
  type Known,
  knownOfProspect,
  type MoreOfProspect,
  type Said,
  type StoredFacts,
  toColumns,
  type WrittenProfile,
  withFound,
  withMore,
  withProfile,
} from './facts.ts'

export interface ProspectTable extends PersonColumns {
  organization: string
  id: string
  status: ProspectStatus
  /** The e-mail in lower case: one prospect for each in its organization, test prospects apart. */
  email_key: string | null
  /** See `StoredFacts`. */
  sources: Defaulted<string>
  /** What the company says of itself. */
  description: Defaulted<string | null>
  test: boolean
  created_at: Timestamp
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    prospect: ProspectTable
  }
}

export type ProspectRow = Selectable<ProspectTable>

export interface NewProspect extends Said {
  /** As it was sent. */
  email: string
  /** See `parseEmail`. */
  emailKey: string
  test: boolean
}

/** The organization's prospect; undefined where it has none with this id. */
export function getProspect(db: Database, organization: string, id: string) {
  return prospectsWhere(db, { organization, id }).executeTakeFirst()
}

/** Locks a prospect until the end of the transaction; undefined where there is none. */
export function findAndLockProspect(trx: Database, organization: string, id: string) {
  return prospectsWhere(trx, { organization, id }).forUpdate().executeTakeFirst()
}

function prospectsWhere(db: Database, which: Partial<ProspectRow>) {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and(which))
}

/**
 * Creates a prospect from what the client sent and the directory has, and enqueues its enrichment; or merges that into the one
 * with this address. However many do so at once, there is one. After the commit, wake the workers.
 */
export async function createOrMergeProspect(
  trx: Database,
  organization: string,
  wanted: NewProspect,
): Promise<ProspectRow> {
  const { email, emailKey, test, ...said } = wanted
  const [person] = await lockPeople(trx, organization, personKeys({ emailKey }))
  const found = person && foundInDirectory({ ...person, email: null })
  const facts = { ...said.facts, email }
  const made = await createOrMerge(trx, { organization, email_key: emailKey, test }, { said, found }, facts)
  if (person && !person.prospect && !test) await linkPerson(trx, organization, person.key, made.id)
  return made
}

/** The same for a person or a company that a search has found: only empty and guessed fields are filled. */
export async function createOrFillProspect(
  trx: Database,
  organization: string,
  found: NonNullable<MoreOfProspect['found']>,
): Promise<ProspectRow> {
  const email = findEmail(found.facts.email ?? '')
  const facts = { ...found.facts, email: email?.email }
  const identity = { organization, email_key: email?.key ?? null, test: false }
  return createOrMerge(trx, identity, { found: { ...found, facts } })
}

/** `stated`: facts that are only taken of a new prospect. */
async function createOrMerge(
  trx: Database,
  identity: Pick<ProspectRow, 'organization' | 'email_key' | 'test'>,
  { said, found }: MoreOfProspect,
  stated = said?.facts,
): Promise<ProspectRow> {
  const known =
    identity.email_key === null
      ? undefined
      : await prospectsWhere(trx, identity).forUpdate().executeTakeFirst()
  if (known) return mergeIntoProspect(trx, known, { said, found })
  const values = withMore(nobody, { said: said && { ...said, facts: stated }, found })
  const now = sql<Date>`now()`
  const created = await trx
    .insertInto('prospect')
    .values({
      ...values,
      ...identity,
      email: stated?.email ?? found?.facts.email ?? null,
      id: newId(),
      status: 'enriching',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key', 'test']).doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another transaction has created it meanwhile; by now it may also have been erased.
  if (!created) return createOrMerge(trx, identity, { said, found }, stated)
  await enqueueJob(trx, { organization: identity.organization, kind: 'enrich', subject: created.id })
  return created
}

const nobody: StoredFacts = { ...toColumns({ facts: {}, sources: new Map() }), email: null, additional: null }

/** Merges into a prospect that is locked. `updatedAt` changes only with something visible. Afterwards, wake the workers. */
export async function mergeIntoProspect(
  trx: Database,
  prospect: ProspectRow,
  more: MoreOfProspect,
): Promise<ProspectRow> {
  const { sources, ...changed } = withMore(prospect, more)
  const isVisible = Object.entries(changed).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!isVisible && sources === prospect.sources) return prospect
  const { organization, id } = prospect
  if (prospect.status === 'enriched' && changed.profile !== prospect.profile)
    await enqueueOrRestart(trx, { organization, kind: 'enrich', subject: id })
  return trx
    .updateTable('prospect')
    .set({ ...changed, sources, ...(isVisible && { updated_at: nextUpdate }) })
    .where((is) => is.and({ organization, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks what `createOrMergeProspect` locks for each of these, in the order of enrichments, so that neither waits for ever. */
export async function lockProspectsOf(
  trx: Database,
  organization: string,
  emailKeys: readonly string[],
): Promise<void> {
  if (emailKeys.length === 0) return
  const keys = emailKeys.flatMap((emailKey) => personKeys({ emailKey }))
  await lockPeople(trx, organization, keys)
  await sql`
    SELECT id FROM prospect WHERE organization = ${organization} AND NOT test AND email_key = ANY (${emailKeys})
    ORDER BY id FOR UPDATE`.execute(trx)
}

/** The prospects of enrichment jobs of one organization, in their order. */
export async function findToEnrich(
  db: Database,
  jobs: readonly LeasedJob[],
): Promise<(ProspectRow | undefined)[]> {
  const byId = new Map((await prospectsOf(db, jobs).execute()).map((row) => [row.id, row]))
  return jobs.map(({ subject }) => byId.get(subject))
}

function prospectsOf(db: Database, jobs: readonly LeasedJob[]) {
  return prospectsWhere(db, { organization: jobs[0]?.organization ?? '' })
    .where(sql<boolean>`id = ANY (${jobs.map(({ subject }) => subject)})`)
    .orderBy('id')
}

/** An enrichment job and its result. */
export interface Enrichment {
  job: LeasedJob
  found: Known
  written: WrittenProfile | undefined
}

/**
 * Ends enrichments of one organization: fills what is empty and makes content that waits due. What a client has added meanwhile
 * stays. Throws LostJob, and undoes all, where a job has passed to another process. Afterwards, wake the workers.
 */
export async function finishEnrichments(db: Database, enrichments: readonly Enrichment[]): Promise<void> {
  const jobs = enrichments.map(({ job }) => job)
  const organization = jobs[0]?.organization ?? ''
  const bySubject = new Map(enrichments.map((each) => [each.job.subject, each]))
  await transact(db, async (trx) => {
    const prospects = await prospectsOf(trx, jobs).forUpdate().execute()
    const changes = prospects.flatMap((prospect) => {
      const { found, written } = bySubject.get(prospect.id) ?? {}
      if (!found || (prospect.status === 'enriched' && !written)) return []
      const known = withFound(knownOfProspect(prospect), found)
      return { id: prospect.id, ...toColumns(withProfile(known, written)) }
    })
    if (changes.length > 0) await setEnriched(trx, organization, changes)
    await finishJobs(trx, jobs)
    await unblockGenerateJobs(trx, organization, [...bySubject.keys()])
  })
}

async function setEnriched(
  trx: Database,
  organization: string,
  changes: readonly (ReturnType<typeof toColumns> & { id: string })[],
): Promise<void> {
  const sets = [...factColumns, 'sources'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`found.${name}`)}`)
  await sql`
    UPDATE prospect SET ${sql.join(sets)}, status = 'enriched', updated_at = greatest(now(), prospect.updated_at + interval '1 millisecond')
    FROM json_populate_recordset(NULL::prospect, ${JSON.stringify(changes)}::json) AS found
    WHERE prospect.organization = ${organization} AND prospect.id = found.id`.execute(trx)
}

/** The names of campaigns, by their ids, without those that were deleted. */
export async function namesOfCampaigns(
  db: Database,
  organization: string,
  ids: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM campaign
    WHERE organization = ${organization} AND id = ANY (${ids}) AND status <> 'deleted'`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
