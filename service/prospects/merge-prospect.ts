import type { Selectable } from 'kysely'
import { nextUpdate } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { type Additional, assertMergedSize, mergeAdditional, statedFacts } from '../base/words/additional.ts'
import { type FactField, factFields, type KnownFacts, type PersonField } from '../base/words/prospect.ts'
import { type GuessedFacts, readGuesses, withFound, writeGuesses } from './guesses.ts'
import { composeProfile, type ProfileFacts } from './profile-text.ts'
import type { ProspectTable } from './table.ts'

type ProspectRow = Selectable<ProspectTable>

/** Values for the columns of a prospect. */
export type ProspectFields = Partial<Record<PersonField | 'email_key', string | null | undefined>>

/** What is merged into a prospect. */
export interface MoreOfProspect {
  /** From a client: it replaces everything. */
  additional?: Additional | undefined
  /** From a list: it replaces everything as well. */
  stated?: KnownFacts | undefined
  /** From the directory or a vendor: it fills what is empty or guessed. */
  found?: ProspectFields | undefined
}

/** The known facts of a stored prospect, and which of them are guesses. */
export function knownOfProspect(prospect: ProspectRow): GuessedFacts<ProfileFacts> {
  const fields = ['email', ...factFields, 'description'] as const
  const known = fields.filter((field) => prospect[field] !== null)
  const facts = Object.fromEntries(known.map((field) => [field, prospect[field] ?? undefined]))
  return { facts, guessed: readGuesses(prospect.guessed) }
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
  const { guessed, ...changed } = changesOf(prospect, more)
  const isVisible = Object.entries(changed).some(
    ([field, value]) => prospect[field as keyof ProspectRow] !== value,
  )
  if (!isVisible && guessed === prospect.guessed) return prospect
  const { organization, id } = prospect
  if (prospect.status === 'enriched' && changed.profile !== prospect.profile)
    await enqueueJob(trx, { organization, kind: 'enrich', subject: id })
  return trx
    .updateTable('prospect')
    .set({ ...changed, guessed, ...(isVisible && { updated_at: nextUpdate }) })
    .where((is) => is.and({ organization, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function changesOf(prospect: ProspectRow, { additional: told, stated: more, found }: MoreOfProspect) {
  const before = knownOfProspect(prospect)
  const filled = found ? withFound(before, foundFacts(found)) : before
  const stated: KnownFacts = { ...(told && statedFacts(told)), ...more }
  const facts = { ...filled.facts, ...stated }
  const guessed = new Set([...filled.guessed].filter((field) => !Object.hasOwn(stated, field)))
  const profile = profileOf(prospect, guessed, found?.profile ?? null, () =>
    sameFacts(facts, before.facts) ? prospect.profile : (composeProfile(facts) ?? null),
  )
  const additional = told ? mergeAdditional(prospect.additional, told) : prospect.additional
  if (told && additional !== prospect.additional) assertMergedSize(additional ?? '')
  return { ...factColumns(facts), additional, profile, guessed: writeGuesses(guessed) }
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
