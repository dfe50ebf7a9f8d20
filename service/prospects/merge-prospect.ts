import type { Selectable } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import { enqueueOrRestart } from '../base/jobs/sql.ts'
import { jsonMembers } from '../base/words/json.ts'
import {
  type Additional,
  assertMergedSize,
  type FactField,
  factFields,
  type KnownFacts,
  mergeAdditional,
  type PersonField,
  statedFacts,
} from '../base/words/prospect.ts'
import { additionalField, type FactSources, readSources, writeSources } from './fact-sources.ts'
import { factsFrom, type GuessedFacts, readGuesses, withFound, writeGuesses } from './guesses.ts'
import { composeProfile, type ProfileFacts } from './profile-text.ts'
import type { ProspectTable } from './table.ts'

type ProspectRow = Selectable<ProspectTable>

/** Values for the columns of a prospect. */
export type ProspectFields = Partial<Record<PersonField | 'email_key', string | null | undefined>>

/** What is merged into a prospect. */
interface MoreOfProspect {
  /** From a client or a list: it replaces everything. */
  said?: Said | undefined
  /** From the directory or a vendor: it fills what is empty or guessed. */
  found?: { source: string; fields: ProspectFields } | undefined
}

/** What somebody says of a prospect, and who: see `FactSources`. */
export interface Said {
  source: string
  additional?: Additional | undefined
  /** Facts that are stated beside `additional`. */
  facts?: KnownFacts | undefined
}

/** The known facts of a stored prospect. */
export function knownOfProspect(prospect: ProspectRow): GuessedFacts<ProfileFacts> {
  const fields = ['email', ...factFields, 'description'] as const
  const known = fields.filter((field) => prospect[field] !== null)
  const facts = Object.fromEntries(known.map((field) => [field, prospect[field] ?? undefined]))
  return { facts, guessed: readGuesses(prospect.guessed), sources: readSources(prospect.sources) }
}

/**
 * Merges new values into a prospect that the transaction has locked. A profile that Motif wrote is composed again where
 * the facts change. `updatedAt` changes only with something visible. Throws `invalid-field` where `additional` would be
 * too large. Afterwards, wake the workers.
 */
export async function mergeIntoProspect(
  trx: Database,
  prospect: ProspectRow,
  more: MoreOfProspect,
): Promise<ProspectRow> {
  const { guessed, sources, ...changed } = changesOf(prospect, more)
  const isVisible = Object.entries(changed).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!isVisible && guessed === prospect.guessed && sources === prospect.sources) return prospect
  const { organization, id } = prospect
  if (prospect.status === 'enriched' && changed.profile !== prospect.profile)
    await enqueueOrRestart(trx, { organization, kind: 'enrich', subject: id })
  return trx
    .updateTable('prospect')
    .set({ ...changed, guessed, sources, ...(isVisible && { updated_at: nextUpdate }) })
    .where((is) => is.and({ organization, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function changesOf(prospect: ProspectRow, { said, found }: MoreOfProspect) {
  const before = knownOfProspect(prospect)
  const filled = found ? withFound(before, factsFrom(found.source, foundFacts(found.fields))) : before
  const told = said?.additional
  const stated = said ? factsOf(said) : {}
  const facts = { ...filled.facts, ...stated }
  const guessed = new Set([...filled.guessed].filter((field) => !Object.hasOwn(stated, field)))
  const profile = profileOf(prospect, guessed, found?.fields.profile ?? null, () =>
    sameFacts(facts, before.facts) ? prospect.profile : (composeProfile(facts) ?? null),
  )
  const additional = told ? mergeAdditional(prospect.additional, told) : prospect.additional
  if (told && additional !== prospect.additional) assertMergedSize(additional ?? '')
  const sources = writeSources(said ? sourcesWith(filled, said, prospect.additional) : filled.sources)
  return { ...factColumns(facts), additional, profile, guessed: writeGuesses(guessed), sources }
}

/** The facts that somebody states, in `additional` or beside it. */
export function factsOf({ additional, facts }: Said): KnownFacts {
  return { ...(additional && statedFacts(additional)), ...facts }
}

/** Where facts are from once somebody has said more. What is only said again stays with who said it first. */
function sourcesWith(
  { facts, guessed, sources }: GuessedFacts<ProfileFacts>,
  said: Said,
  additional: string | null,
): FactSources {
  const all = new Map(sources)
  const known = jsonMembers(additional ?? '{}')
  const say = (field: string, isNews: boolean) => {
    if (isNews || !all.has(field)) all.set(field, said.source)
  }
  for (const [field, value] of Object.entries(factsOf(said)) as [FactField, string][])
    say(field, facts[field] !== value || guessed.has(field))
  for (const [key, json] of said.additional ?? []) say(additionalField(key), known.get(key) !== json)
  return all
}

/** A stated profile stays. One that Motif wrote is replaced by a stated one, or composed again with the facts. */
function profileOf(
  { profile }: ProspectRow,
  guessed: Set<string>,
  stated: string | null,
  compose: () => string | null,
): string | null {
  if (profile !== null && !guessed.has('profile')) return profile
  if (stated === null) return profile === null ? null : compose()
  guessed.delete('profile')
  return stated
}

/** Whether all facts that a profile is made of are the same. */
export function sameFacts(facts: ProfileFacts, others: ProfileFacts): boolean {
  return factFields.every((field) => facts[field] === others[field])
}

/** Facts as column values. */
export function factColumns(facts: ProfileFacts): Record<FactField, string | null> {
  const columns = factFields.map((field) => [field, facts[field] ?? null])
  return Object.fromEntries(columns) as Record<FactField, string | null>
}

/** The facts among column values from the directory or a vendor. */
export function foundFacts(found: ProspectFields): ProfileFacts {
  const told = factFields.filter((field) => found[field])
  return Object.fromEntries(told.map((field) => [field, found[field] ?? undefined]))
}
