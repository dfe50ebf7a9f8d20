import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, finishJobs, unblockGenerateJobs } from '../base/jobs/sql.ts'
import { factFields } from '../base/words/prospect.ts'
import { writeSources } from './fact-sources.ts'
import { type Guess, type GuessedFacts, withFound, writeGuesses } from './guesses.ts'
import { factColumns, knownOfProspect, sameFacts } from './merge-prospect.ts'
import { composeProfile, type ProfileFacts } from './profile-text.ts'
import { findAndLockProspect, type ProspectRow } from './sql.ts'

/** A profile that a language model wrote, and the facts that it was given. */
export interface WrittenProfile {
  text: string
  facts: ProfileFacts
}

/**
 * The prospects of enrichment jobs of one organization, in their order. Each waits to be enriched, or is enriched and
 * has facts that its profile does not mention yet.
 */
export async function findToEnrich(
  db: Database,
  jobs: readonly LeasedJob[],
): Promise<(ProspectRow | undefined)[]> {
  const byId = new Map((await prospectsOf(db, jobs).execute()).map((row) => [row.id, row]))
  return jobs.map(({ subject }) => byId.get(subject))
}

function prospectsOf(db: Database, jobs: readonly LeasedJob[]) {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where('organization', '=', jobs[0]?.organization ?? '')
    .where(sql<boolean>`id = ANY (${jobs.map(({ subject }) => subject)})`)
    .orderBy('id')
}

/** An enrichment job and its result. */
export interface Enrichment {
  job: LeasedJob
  found: GuessedFacts<ProfileFacts>
  written: WrittenProfile | undefined
}

/**
 * Ends enrichments of one organization: fills empty fields, marks the prospects as `enriched`, and makes the generation
 * of content that waits for them due. What a client has added meanwhile stays, and replaces a written profile by a
 * composed one. Throws LostJob, and undoes all, where a job has passed to another process. Afterwards, wake the
 * workers.
 */
export async function finishEnrichments(db: Database, enrichments: readonly Enrichment[]): Promise<void> {
  const jobs = enrichments.map(({ job }) => job)
  const bySubject = new Map(enrichments.map((each) => [each.job.subject, each]))
  const organization = jobs[0]?.organization ?? ''
  await transact(db, async (trx) => {
    const prospects = await prospectsOf(trx, jobs).forUpdate().execute()
    const changes = prospects
      .filter(({ status }) => status === 'enriching')
      .map((prospect) => ({ id: prospect.id, ...enrichedFields(prospect, bySubject.get(prospect.id)) }))
    if (changes.length > 0) await setEnriched(trx, organization, changes)
    await finishJobs(trx, jobs)
    await unblockGenerateJobs(
      trx,
      organization,
      jobs.map(({ subject }) => subject),
    )
  })
}

type EnrichedFields = ReturnType<typeof enrichedFields>

function enrichedFields(
  prospect: ProspectRow,
  { found, written }: Pick<Enrichment, 'found' | 'written'> = nothing,
) {
  const { facts, guessed, sources } = withFound(knownOfProspect(prospect), found)
  const isStated = prospect.profile !== null && !guessed.has('profile')
  const profile = isStated ? prospect.profile : (textFor(facts, written) ?? null)
  const guesses = new Set<Guess>(isStated || profile === null ? guessed : [...guessed, 'profile'])
  const known = { ...factColumns(facts), description: facts.description ?? null }
  return { ...known, profile, guessed: writeGuesses(guesses), sources: writeSources(sources) }
}

/** The result where no source was asked. */
export const nothingFound: Enrichment['found'] = { facts: {}, guessed: new Set(), sources: new Map() }
const nothing: Pick<Enrichment, 'found' | 'written'> = { found: nothingFound, written: undefined }

async function setEnriched(
  trx: Database,
  organization: string,
  changes: readonly (EnrichedFields & { id: string })[],
): Promise<void> {
  const names = [...factFields, 'description', 'profile', 'guessed', 'sources'] as const
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const values = sql.join(names.map((name) => sql`${changes.map((change) => change[name])}::text[]`))
  const sets = sql.join(names.map((name) => sql`${sql.ref(name)} = found.${sql.ref(name)}`))
  await sql`
    UPDATE prospect SET ${sets}, status = 'enriched', updated_at = ${nextUpdate}
    FROM unnest(${changes.map(({ id }) => id)}::text[], ${values}) AS found (id, ${columns})
    WHERE prospect.organization = ${organization} AND prospect.id = found.id`.execute(trx)
}

/** Ends the job of a prospect that was enriched before: stores the profile, unless the facts have changed since. */
export async function finishProfile(
  db: Database,
  job: LeasedJob,
  written: WrittenProfile | undefined,
): Promise<void> {
  const { organization, subject: id } = job
  await transact(db, async (trx) => {
    const prospect = await findAndLockProspect(trx, organization, id)
    const known = prospect && knownOfProspect(prospect)
    if (written && known?.guessed.has('profile') && sameFacts(known.facts, written.facts))
      await trx
        .updateTable('prospect')
        .where((is) => is.and({ organization, id }))
        .set({ profile: written.text, updated_at: nextUpdate })
        .execute()
    await finishJob(trx, job)
  })
}

function textFor(facts: ProfileFacts, written: WrittenProfile | undefined): string | undefined {
  return written && sameFacts(facts, written.facts) ? written.text : composeProfile(facts)
}
