import type { Database } from '../base/database/database.ts'
import { jsonMembers } from '../base/words/exact-json.ts'
import { additionalField, campaignOf, readSources } from './fact-sources.ts'
import { readGuesses } from './guesses.ts'
import { knownOfProspect } from './merge-prospect.ts'
import type { KnownFrom } from './schemas.ts'
import { namesOfCampaigns, type ProspectRow } from './sql.ts'

/** Where what is known of a prospect is from, in the order of its fields. */
export async function knownFrom(db: Database, prospect: ProspectRow): Promise<KnownFrom[]> {
  const sources = readSources(prospect.sources)
  const guesses = new Set<string>(readGuesses(prospect.guessed))
  const { description: _description, ...facts } = knownOfProspect(prospect).facts
  const fields = [
    ...Object.keys(facts),
    ...[...jsonMembers(prospect.additional ?? '{}').keys()].map(additionalField),
  ]
  const lists = [...new Set(sources.values())].map(campaignOf).filter((id) => id !== undefined)
  const names = await namesOfCampaigns(db, prospect.organization, lists)
  return fields.flatMap((field) => {
    const source = sources.get(field)
    if (!source) return []
    const id = campaignOf(source) ?? ''
    const name = names.get(id)
    return {
      field,
      source: id ? 'list' : source,
      ...(guesses.has(field) && { isGuess: true }),
      ...(name !== undefined && { campaign: { id, name } }),
    }
  })
}
