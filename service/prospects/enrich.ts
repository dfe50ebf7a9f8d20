import type { Logger } from 'pino'
import type { Jobs } from '../jobs/jobs.ts'
import type { JobHandlers, LeasedJob } from '../model/job.ts'
import { factFields, type KnownFacts } from '../model/prospect.ts'
import type { Database } from '../store/database.ts'
import { findEnriching, finishEnrichment } from '../store/enrichment.ts'
import { finishJob } from '../store/jobs.ts'
import type { LanguageModel } from '../templates/language-model.ts'
import { cleanFacts } from './names/text.ts'
import { composeProfile, writeProfile } from './profile.ts'
import { askSource } from './sources/ask-source.ts'
import type { Facts, Source } from './sources/source.ts'

/**
 * Contract: enriched within 60 s of its creation, whatever fails. What is left of this goes to the sources; a prospect
 * that waited longer because the service was down still has its sources asked, briefly.
 */
const promisedMs = 60_000
const budgetMs = 45_000
const lateBudgetMs = 10_000
/** The language model's share at the end. */
const profileMs = 10_000

/** With what prospects are enriched. */
export interface EnricherOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  /** Where facts come from, in the order in which they are asked. */
  sources: readonly Source[]
  languageModel: LanguageModel | undefined
}

/** Creates what enriches prospects, each once: asks the sources in order for what is still empty, and writes the profile. */
export function createEnricher({ db, log, jobs, sources, languageModel }: EnricherOptions): JobHandlers {
  async function enrich(job: LeasedJob): Promise<void> {
    const prospect = await findEnriching(db, job)
    if (!prospect) return finishJob(db, job)
    const deadline = Date.now() + budgetFor(Date.now() - prospect.created_at.getTime())
    const facts = await gather(knownOf(prospect), prospect.test, deadline)
    const found = Object.fromEntries(factFields.map((field) => [field, facts[field]]))
    const written = await writeProfile(languageModel, facts, prospect, deadline + profileMs)
    await finishEnrichment(db, job, found, (fields) =>
      written !== undefined && isSame(fields, facts) ? written : composeProfile({ ...facts, ...fields }),
    )
    jobs.wake()
  }

  /** What the client said, and no more. */
  async function giveUp(job: LeasedJob): Promise<void> {
    await finishEnrichment(db, job, {}, composeProfile)
    jobs.wake()
  }

  /** What is known when no source has anything left to add, or the time is over. */
  async function gather(known: Facts, isTest: boolean, deadline: number): Promise<Facts> {
    let facts = known
    for (const source of sources) {
      const leftMs = deadline - Date.now()
      if (!source.isLocal && (isTest || leftMs <= 0)) continue
      const found = await askSource(log, source, leftMs, (signal) => source.find(facts, signal))
      const { email: _email, ...fields } = found ?? {}
      facts = { ...cleanFacts(fields), ...facts }
    }
    return facts
  }

  return { handle: enrich, giveUp }
}

function budgetFor(ageMs: number): number {
  return ageMs > promisedMs ? lateBudgetMs : Math.min(budgetMs, Math.max(0, budgetMs - ageMs))
}

function knownOf(prospect: Record<'email' | (typeof factFields)[number], string | null>): Facts {
  const entries = (['email', ...factFields] as const).map((field) => [field, prospect[field]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}

/** Whether no client has stated anything while the model wrote. */
function isSame(fields: KnownFacts, facts: Facts): boolean {
  return factFields.every((field) => fields[field] === facts[field])
}
