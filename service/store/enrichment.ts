import { type Selectable, sql } from 'kysely'
import { type Guess, type GuessedFacts, withFound, writeGuesses } from '../model/guesses.ts'
import type { LeasedJob } from '../model/job.ts'
import { composeProfile, type ProfileFacts } from '../model/profile.ts'
import type { Database } from './database.ts'
import { finishJob, unblockGenerateJobs } from './jobs.ts'
import { factColumns, knownOfProspect, sameFacts } from './merge-prospect.ts'
import type { ProspectTable } from './prospect-table.ts'

type ProspectRow = Selectable<ProspectTable>

/** The profile that a language model wrote, and of what. */
export interface WrittenProfile {
  text: string
  facts: ProfileFacts
}

const updated_at = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`

/** The prospect of an enrichment job: it waits for it, or is enriched and has facts of which its profile does not tell. */
export async function findToEnrich(db: Database, job: LeasedJob): Promise<ProspectRow | undefined> {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and(prospectOf(job)))
    .executeTakeFirst()
}

/**
 * Ends an enrichment: fills what is still empty, makes the prospect `enriched`, and lets the content that waited for
 * it be generated. A client may have told more meanwhile: that stays, and a profile that was written without it is
 * composed instead. Throws LostJob where another ended it. Afterwards, wake the workers.
 */
export async function finishEnrichment(
  db: Database,
  job: LeasedJob,
  found: GuessedFacts<ProfileFacts>,
  written: WrittenProfile | undefined,
): Promise<void> {
  await inJob(db, job, async (trx, prospect) => {
    if (prospect?.status === 'enriching') {
      const { facts, guessed } = withFound(knownOfProspect(prospect), found.facts, found.guessed)
      const isStated = prospect.profile !== null && !guessed.has('profile')
      const profile = isStated ? prospect.profile : (textFor(facts, written) ?? null)
      const guesses = new Set<Guess>(isStated || profile === null ? guessed : [...guessed, 'profile'])
      const known = { ...factColumns(facts), description: facts.description ?? null }
      await update(trx, job, { ...known, profile, guessed: writeGuesses(guesses), status: 'enriched' })
    }
    await finishJob(trx, job)
    await unblockGenerateJobs(trx, job.organization, job.subject)
  })
}

/** Ends the job of a prospect that was enriched before: takes the profile, unless it tells of what has changed since. */
export async function finishProfile(
  db: Database,
  job: LeasedJob,
  written: WrittenProfile | undefined,
): Promise<void> {
  await inJob(db, job, async (trx, prospect) => {
    const known = prospect && knownOfProspect(prospect)
    if (written && known?.guessed.has('profile') && sameFacts(known.facts, written.facts))
      await update(trx, job, { profile: written.text })
    await finishJob(trx, job)
  })
}

async function inJob(
  db: Database,
  job: LeasedJob,
  work: (trx: Database, prospect: ProspectRow | undefined) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const prospect = await trx
      .selectFrom('prospect')
      .selectAll()
      .where((is) => is.and(prospectOf(job)))
      .forUpdate()
      .executeTakeFirst()
    await work(trx, prospect)
  })
}

async function update(trx: Database, job: LeasedJob, changes: Partial<ProspectRow>): Promise<void> {
  await trx
    .updateTable('prospect')
    .where((is) => is.and(prospectOf(job)))
    .set({ ...changes, updated_at })
    .execute()
}

function textFor(facts: ProfileFacts, written: WrittenProfile | undefined): string | undefined {
  return written && sameFacts(facts, written.facts) ? written.text : composeProfile(facts)
}

function prospectOf({ organization, subject }: LeasedJob) {
  return { organization, id: subject }
}
