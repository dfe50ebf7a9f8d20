import { createHash } from 'node:crypto'
import type { Service } from '../service.ts'
import type { Additional } from '../store/additional.ts'
import { lockProspect, mergeIntoProspect, type ProspectRow } from '../store/prospects.ts'
import { findSearched, keepSearched } from '../store/searches.ts'
import { findMatch } from './find-match.ts'
import { makeProspect, TakenByAnother } from './make-prospect.ts'
import { readWanted, type Wanted } from './match.ts'
import type { PeopleQuery } from './source.ts'

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
 * The best match for a search, as a prospect of the organization: the best person (`bestOf` says who that is) among
 * its own prospects, else in its people directory, else at a vendor; where there is none, the company itself.
 * The same search is answered with the same prospect from then on, however many ask at once.
 */
export async function searchProspect(
  service: Service,
  organization: string,
  search: Search,
): Promise<ProspectRow> {
  const wanted = readWanted(search.titles, search.role)
  const key = searchKey(search.domain, wanted)
  const known = await findSearched(service.db, organization, key)
  const id = known ?? (await findAndKeep(service, organization, search, wanted, key))
  const { additional } = search
  return service.db.transaction().execute(async (trx) => {
    const prospect = await lockProspect(trx, organization, id)
    return additional ? mergeIntoProspect(trx, prospect, additional) : prospect
  })
}

async function findAndKeep(
  service: Service,
  organization: string,
  search: Search,
  wanted: Wanted,
  key: string,
): Promise<string> {
  const { domain, role, titles = [] } = search
  const vendorTitles = [...titles, ...(role?.title ? [role.title] : [])]
  const query: PeopleQuery = {
    domain,
    titles: vendorTitles,
    department: role?.department,
    seniority: role?.seniority,
  }
  const match = await findMatch(service, organization, wanted, query)
  try {
    const id = await service.db.transaction().execute(async (trx) => {
      const made = await makeProspect(trx, organization, match)
      if (!(await keepSearched(trx, organization, key, made))) throw new TakenByAnother()
      return made
    })
    service.wakeWorkers()
    return id
  } catch (error) {
    if (!(error instanceof TakenByAnother)) throw error
    // The other one has committed: this search is answered, or whom it found is a prospect.
    return (
      (await findSearched(service.db, organization, key)) ??
      findAndKeep(service, organization, search, wanted, key)
    )
  }
}

/** Searches that ask the same, however they are written, have one key. */
function searchKey(domain: string, wanted: Wanted): string {
  const canonical = JSON.stringify([domain, wanted.titles, wanted.title, wanted.department, wanted.seniority])
  return `search:${createHash('sha256').update(canonical).digest('hex')}`
}
