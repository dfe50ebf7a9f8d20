import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { readPage } from '../base/http/list-page.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { jsonMembers } from '../base/words/json.ts'
import { createEnricher, type EnricherOptions } from './enrich.ts'
import { isGuess, knownOfProspect } from './facts.ts'
import { listProspects, type ProspectPageQuery } from './list-sql.ts'
import type { KnownFrom } from './operations.ts'
import { createSearch } from './search.ts'
import {
  getProspect,
  makeProspect,
  namesOfCampaigns,
  type ProspectOwner,
  type ProspectRow,
  type WantedProspect,
} from './sql.ts'

/** The prospects of organizations. */
export type Prospects = ReturnType<typeof createProspects>

/** Creates the room of the prospects. */
export function createProspects(options: EnricherOptions) {
  const { db, jobs } = options

  /** Throws `not-found`. */
  async function get(organization: string, id: string): Promise<ProspectRow> {
    const row = isId(id) ? await getProspect(db, organization, id) : undefined
    if (!row) throw new DomainError('not-found', 'No prospect has this id.')
    return row
  }

  return {
    /** Creates a prospect, or merges into the one with this address. `keep` runs in the same transaction. */
    async create(
      owner: ProspectOwner,
      wanted: WantedProspect,
      keep: InTransaction<ProspectRow>,
    ): Promise<ProspectRow> {
      const row = await transact(db, async (trx) => {
        const made = await makeProspect(trx, owner, wanted)
        await keep(trx, made)
        return made
      })
      jobs.wake('enrich')
      return row
    },
    get,
    sources: async (organization: string, id: string) => knownFrom(db, await get(organization, id)),
    list: (organization: string, query: ProspectPageQuery) =>
      readPage(
        query,
        (page) => listProspects(db, organization, page),
        ({ key, id }) => [key, id],
      ),
    search: createSearch(options),
    ...createEnricher(options),
  }
}

/** Where what is known of a prospect is from, in the order of its fields. */
async function knownFrom(db: Database, prospect: ProspectRow): Promise<KnownFrom[]> {
  const { facts, sources } = knownOfProspect(prospect)
  const { description: _description, profile: _profile, ...shown } = facts
  const members = [...jsonMembers(prospect.additional ?? '{}').keys()].map((key) => `additional.${key}`)
  const campaignOf = (source: string) => /^list:(.+)/.exec(source)?.[1] ?? ''
  const names = await namesOfCampaigns(db, prospect.organization, [...sources.values()].map(campaignOf))
  return [...Object.keys(shown), ...members].flatMap((field) => {
    const source = sources.get(field)
    if (!source) return []
    const id = campaignOf(source)
    const name = names.get(id)
    return {
      field,
      source: id ? 'list' : source,
      ...(isGuess(field, source) && { isGuess: true }),
      ...(name !== undefined && { campaign: { id, name } }),
    }
  })
}
