import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, PersonColumns, Timestamp } from '../base/database/sql.ts'
import { InTheWay, transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { enqueueOrRestart, finishJobs, unblockGenerateJobs } from '../base/jobs/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import { newId } from '../base/words/ids.ts'
import type { ProspectStatus } from '../base/words/prospect.ts'
import { foundInDirectory, keepSearchAnswers, linkPeople, lockPeople, personKeys } from './directory-sql.ts'
import {
  factColumns,
  type Known,
  knownOfProspect,
  type MoreOfProspect,
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
  owner: Defaulted<string | null>
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

/** Somebody who is to be a prospect, and what is merged into it. Without address and answer it is always a new one. */
export interface WantedProspect extends MoreOfProspect {
  email?: string | undefined
  /** See `parseEmail`. */
  emailKey?: string | undefined
  answer?: string | undefined
}

/** `refused`: `additional` was too much, and left out. */
type MadeProspect = { prospect: ProspectRow; refused?: DomainError | undefined }
export type ProspectOwner = Pick<ProspectRow, 'organization' | 'test'>

/**
 * Creates prospects and enqueues their enrichment, or merges into those that exist, in the order of what is wanted; nobody is
 * wanted twice. The directory adds what it has of an address. After the commit, wake the workers.
 */
export async function makeProspects(
  trx: Database,
  owner: ProspectOwner,
  wanted: readonly WantedProspect[],
): Promise<MadeProspect[]> {
  const { organization, test } = owner
  // The directory first, and prospects by their ids, as searches and erasings lock them.
  const asked = wanted.flatMap(({ emailKey, found }) => (found ? [] : personKeys({ emailKey })))
  const people = new Map((await lockPeople(trx, organization, asked)).map((person) => [person.key, person]))
  const known = await lockKnown(trx, owner, wanted)
  const merges = wanted.map((each) => {
    const person = people.get(`email:${each.emailKey}`)
    const found = person ? foundInDirectory({ ...person, email: null }) : each.found
    return { ...toMerge({ ...each, found }, known.get(each.emailKey ?? each.answer)), person }
  })
  const rows = [
    ...known.values(),
    ...(await insertProspects(trx, owner, merges)),
    ...(await storeMerges(trx, organization, merges)),
  ]
  const links = merges.flatMap(({ id, person }) =>
    person && !person.prospect ? { key: person.key, prospect: id } : [],
  )
  if (!test) await linkPeople(trx, organization, links)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return merges.map(({ id, refused }) => ({ prospect: byId.get(id) as ProspectRow, refused }))
}

/** The same for one. However many make it at once, there is one. Throws `invalid-field` if `additional` is too much. */
export async function makeProspect(trx: Database, owner: ProspectOwner, wanted: WantedProspect) {
  const [made] = await makeProspects(trx, owner, [wanted])
  if (made?.refused) throw made.refused
  return made?.prospect as ProspectRow
}

async function lockKnown(
  trx: Database,
  { organization, test }: ProspectOwner,
  wanted: readonly WantedProspect[],
): Promise<Map<string | undefined, ProspectRow>> {
  const emailKeys = wanted.flatMap(({ emailKey }) => emailKey ?? [])
  const answers = wanted.flatMap(({ answer }) => answer ?? [])
  const { rows } = await sql<ProspectRow & { known_by: string }>`
    WITH known AS (
      SELECT id, email_key AS known_by FROM prospect
      WHERE organization = ${organization} AND test = ${test} AND email_key = ANY (${emailKeys})
      UNION ALL SELECT prospect, key FROM search WHERE organization = ${organization} AND key = ANY (${answers})
    )
    SELECT p.*, known_by FROM known JOIN prospect p ON p.organization = ${organization} AND p.id = known.id
    ORDER BY p.id FOR UPDATE OF p`.execute(trx)
  return new Map(rows.map(({ known_by, ...row }) => [known_by, row]))
}

interface Merge extends Pick<WantedProspect, 'email' | 'emailKey' | 'answer'> {
  id: string
  before: ProspectRow | undefined
  columns: ReturnType<typeof withMore>
  refused?: DomainError
}

function toMerge({ said, found, ...who }: WantedProspect, before: ProspectRow | undefined): Merge {
  const { email } = who
  const isStated = said && !before && email !== undefined
  const more = { found, said: isStated ? { ...said, facts: { ...said.facts, email } } : said }
  const merge = { ...who, id: before?.id ?? newId(), before }
  try {
    return { ...merge, columns: withMore(before ?? nobody, more) }
  } catch (refused) {
    if (!(refused instanceof DomainError)) throw refused
    const less = more.said && { ...more.said, additional: undefined }
    return { ...merge, columns: withMore(before ?? nobody, { found, said: less }), refused }
  }
}

const nobody: StoredFacts = { ...toColumns({ facts: {}, sources: new Map() }), email: null, additional: null }

const toRefs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const columnNames = toRefs([...factColumns, 'additional', 'owner', 'sources', 'email', 'email_key', 'id'])

/** Creates those who do not exist, and their search answers. `transact` repeats it if another transaction does so meanwhile. */
async function insertProspects(
  trx: Database,
  { organization, test }: ProspectOwner,
  merges: readonly Merge[],
): Promise<ProspectRow[]> {
  const fresh = merges.filter(({ before }) => !before)
  if (fresh.length === 0) return []
  const values = fresh.map(({ id, email, emailKey: email_key, columns }) => ({
    id,
    email,
    email_key,
    ...columns,
  }))
  // In one order, so that two transactions that create the same people do not wait for each other.
  const { rows } = await sql<ProspectRow>`
    WITH made AS (
      INSERT INTO prospect (organization, test, status, created_at, updated_at, ${columnNames})
      SELECT ${organization}, ${test}::boolean, 'enriching', now(), now(), ${columnNames}
      FROM json_populate_recordset(NULL::prospect, ${JSON.stringify(values)}::json) ORDER BY email_key
      ON CONFLICT (organization, email_key, test) DO NOTHING RETURNING *
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, run_at) SELECT organization, 'enrich', id, now() FROM made
    )
    SELECT * FROM made`.execute(trx)
  const answers = fresh.flatMap(({ id, answer }) => (answer ? { key: answer, prospect: id } : []))
  const isAlone = rows.length === fresh.length && (await keepSearchAnswers(trx, organization, answers))
  if (!isAlone) throw new InTheWay()
  return rows
}

/** Merges into a prospect that is locked. Afterwards, wake the workers. */
export async function mergeIntoProspect(trx: Database, before: ProspectRow, more: MoreOfProspect) {
  const { id, organization } = before
  const merge = { id, before, columns: withMore(before, more) }
  return (await storeMerges(trx, organization, [merge]))[0] ?? before
}

/** Stores what has changed of those who exist, and returns them. Whose profile was written has it written again. */
async function storeMerges(trx: Database, organization: string, merges: readonly Merge[]) {
  const changes = merges.flatMap(({ id, before, columns }) => {
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const isNews = before && names.some((name) => before[name] !== columns[name])
    return isNews ? { before, row: { id, status: before.status, ...columns } } : []
  })
  const again = changes.filter(
    ({ before, row }) => row.status === 'enriched' && before.profile !== row.profile,
  )
  const jobs = again.map(({ row }) => ({ organization, kind: 'profile' as const, subject: row.id }))
  if (jobs.length > 0) await enqueueOrRestart(trx, ...jobs)
  const rows = changes.map(({ row }) => row)
  return setProspects(trx, organization, rows)
}

type ChangedProspect = Merge['columns'] & Pick<ProspectRow, 'id' | 'status'>

const shownColumns = [...factColumns, 'additional', 'status']

/** Sets columns of prospects. `updatedAt` changes only with something visible. */
async function setProspects(trx: Database, organization: string, changes: readonly ChangedProspect[]) {
  if (changes.length === 0) return []
  const shown = (table: string) => sql.join(shownColumns.map((name) => sql.ref(`${table}.${name}`)))
  const sets = [...shownColumns, 'owner', 'sources'].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`,
  )
  const { rows } = await sql<ProspectRow>`
    UPDATE prospect SET ${sql.join(sets)},
      updated_at = CASE WHEN (${shown('prospect')}) IS DISTINCT FROM (${shown('new')})
        THEN greatest(now(), prospect.updated_at + interval '1 millisecond') ELSE prospect.updated_at END
    FROM json_populate_recordset(NULL::prospect, ${JSON.stringify(changes)}::json) AS new
    WHERE prospect.organization = ${organization} AND prospect.id = new.id RETURNING prospect.*`.execute(trx)
  return rows
}

/** The prospects of enrichment jobs of one organization, in their order. */
export async function findToEnrich(db: Database, jobs: readonly LeasedJob[]) {
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
  /** `late`: it is to be written later. */
  written: WrittenProfile | 'late' | undefined
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
      const { id, additional, owner } = prospect
      const isLate = written === 'late'
      const known = withProfile(withFound(knownOfProspect(prospect), found), isLate ? undefined : written)
      return { id, status: 'enriched' as const, additional, owner, ...toColumns(known) }
    })
    await setProspects(trx, organization, changes)
    await finishJobs(trx, jobs)
    const late = enrichments.filter(({ written }) => written === 'late')
    if (late.length > 0)
      await enqueueOrRestart(trx, ...late.map(({ job }) => ({ ...job, kind: 'profile' as const })))
    await unblockGenerateJobs(trx, organization, [...bySubject.keys()])
  })
}

/** The names of campaigns, by their ids, without those that were deleted. */
export async function namesOfCampaigns(db: Database, organization: string, ids: string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM campaign
    WHERE organization = ${organization} AND id = ANY (${ids}) AND status <> 'deleted'`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
