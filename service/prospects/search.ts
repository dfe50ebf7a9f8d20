import { createHash } from 'node:crypto'
import type { Additional } from '../model/additional.ts'
import type { Database } from '../store/database.ts'
import { mergeIntoProspect } from '../store/merge-prospect.ts'
import { findAndLockProspect, type ProspectRow } from '../store/prospects.ts'
import { findSearchAnswer, keepSearchAnswer } from '../store/searches.ts'
import type { EnricherOptions } from './enrich.ts'
import { findMatch } from './find-match.ts'
import { makeProspect, TakenByAnother } from './make-prospect.ts'
import { readWanted, type Wanted } from './rank-people.ts'
import type { PeopleQuery } from './sources/source.ts'

/** What is looked for: the best person of a company, by its registrable domain. */
export interface Search {
  domain: string
  role?: { title?: string; department?: string; seniority?: string } | undefined
  /** Best first. */
  titles?: string[] | undefined
  /** Merged into the prospect that is found. */
  additional?: Additional | undefined
}

/**
 * Creates the search for prospects: the best match as a prospect of the organization, which is the best person
 * (`bestOf` says who that is) among its own prospects, else in its people directory, else at a vendor; where there is
 * none, the company itself. `keep` is run in the same transaction. The same search is answered with the same prospect from then on, however many ask at once.
 */
export function createSearch({ db, log, jobs, sources }: Omit<EnricherOptions, 'languageModel'>) {
  return async function searchProspect(
    organization: string,
    search: Search,
    keep: (trx: Database, row: ProspectRow) => Promise<void>,
  ): Promise<ProspectRow> {
    const { domain, role, titles = [], additional } = search
    const wanted = readWanted(titles, role)
    const key = searchKey(domain, wanted)
    const known = await findSearchAnswer(db, organization, key)
    const match = known
      ? ({ kind: 'prospect', id: known } as const)
      : await findMatch({ db, log, sources, organization, wanted, query: queryOf(search) })
    try {
      const prospect = await db.transaction().execute(async (trx) => {
        const id = await makeProspect(trx, organization, match)
        if (!known && !(await keepSearchAnswer(trx, organization, key, id))) throw new TakenByAnother()
        const found = await findAndLockProspect(trx, organization, id)
        if (!found) throw new TakenByAnother()
        const prospect = additional ? await mergeIntoProspect(trx, found, { additional }) : found
        await keep(trx, prospect)
        return prospect
      })
      jobs.wake()
      return prospect
    } catch (error) {
      if (!(error instanceof TakenByAnother)) throw error
      // The other transaction has committed: the search has its answer now, the person is a prospect, or was
      // erased.
      return searchProspect(organization, search, keep)
    }
  }
}

function queryOf({ domain, role, titles = [] }: Search): PeopleQuery {
  return {
    domain,
    titles: [...titles, ...(role?.title ? [role.title] : [])],
    department: role?.department,
    seniority: role?.seniority,
  }
}

/**
 * Searches that ask the same, however they are written, have one key. What a later release asks as well is in it only
 * where somebody asks it: the searches of before keep their answers.
 */
function searchKey(domain: string, { titles, title, department, seniority, ...more }: Wanted): string {
  const first = [domain, titles, title, department, seniority]
  const canonical = JSON.stringify(JSON.stringify(more) === '{}' ? first : [...first, more])
  return `search:${createHash('sha256').update(canonical).digest('hex')}`
}
