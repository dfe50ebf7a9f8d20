import type { JobHandler } from '../jobs/workers.ts'
import type { Service } from '../service.ts'
import { type EnrichedFields, enrichedFields, findEnriching, finishEnrichment } from '../store/enrichment.ts'
import { finishJob } from '../store/jobs.ts'
import { askSource } from './ask-source.ts'
import { composeProfile, writeProfile } from './profile.ts'
import type { Facts } from './source.ts'
import { cleanText, longest } from './text.ts'

/**
 * Contract: enriched within 60 s of its creation, whatever fails. What is left of this goes to the sources; a prospect
 * that waited longer because the service was down still has its sources asked, briefly.
 */
const promisedMs = 60_000
const budgetMs = 45_000
const lateBudgetMs = 10_000
/** The language model's share at the end. */
const profileMs = 10_000

/** Enriches a prospect, once: asks the sources in order, each for what is still empty, and writes the profile. */
export function enrichProspect(service: Service): JobHandler {
  return async (job) => {
    const prospect = await findEnriching(service.db, job)
    if (!prospect) return finishJob(service.db, job)
    const deadline = Date.now() + budgetFor(Date.now() - prospect.created_at.getTime())
    const facts = await gather(service, knownOf(prospect), prospect.test, deadline)
    const found = Object.fromEntries(enrichedFields.map((field) => [field, facts[field]]))
    const written = await writeProfile(service, facts, prospect, deadline + profileMs)
    await finishEnrichment(service.db, job, found, (fields) =>
      written !== undefined && isSame(fields, facts) ? written : composeProfile({ ...facts, ...fields }),
    )
    service.wakeWorkers()
  }
}

function budgetFor(ageMs: number): number {
  return ageMs > promisedMs ? lateBudgetMs : Math.min(budgetMs, Math.max(0, budgetMs - ageMs))
}

/** What is known when no source has anything left to add, or the time is over. */
async function gather(service: Service, known: Facts, isTest: boolean, deadline: number): Promise<Facts> {
  let facts = known
  for (const source of service.sources) {
    const leftMs = deadline - Date.now()
    if (!source.isLocal && (isTest || leftMs <= 0)) continue
    const found = await askSource(service.log, source, leftMs, (signal) => source.find(facts, signal))
    facts = { ...cleaned(found ?? {}), ...facts }
  }
  return facts
}

function knownOf(prospect: Record<'email' | (typeof enrichedFields)[number], string | null>): Facts {
  const entries = (['email', ...enrichedFields] as const).map((field) => [field, prospect[field]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}

/** Only what is there: a field without a value must not stand in the way of a later source. */
function cleaned(found: Facts): Facts {
  const { email: _email, ...fields } = found
  const entries = Object.entries(fields).map(
    ([field, value]) => [field, cleanText(value, longest[field as keyof typeof fields])] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Whether nothing was told while the model wrote. */
function isSame(fields: EnrichedFields, facts: Facts): boolean {
  return enrichedFields.every((field) => fields[field] === facts[field])
}
