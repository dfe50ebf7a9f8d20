import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { cleanFacts } from '../base/words/text.ts'
import { businessDomain } from './names/company-domain.ts'
import { seniorities } from './names/seniority.ts'
import { findPeople } from './people/sql.ts'
import { bestOf, type Wanted } from './rank-people.ts'
import { findOwnCandidates } from './searches-sql.ts'
import { askSource, type PeopleQuery, type Person, type Source, sourceTimeoutMs } from './sources/source.ts'

/** The result of a search. */
export type Match =
  | { kind: 'prospect'; id: string }
  | { kind: 'person'; key: string }
  | { kind: 'vendor'; source: string; person: Person }
  | { kind: 'company'; domain: string }

/** What a search needs, and its criteria. */
interface MatchOptions {
  db: Database
  log: Logger
  sources: readonly Source[]
  organization: string
  wanted: Wanted
  query: PeopleQuery
}

/** Searches the organization's prospects, the directory and the vendors in turn. The first match wins. */
export async function findMatch(options: MatchOptions): Promise<Match> {
  const { domain } = options.query
  const places = [findOwn, findInDirectory, findAtVendors]
  for (const findIn of places) {
    const match = await findIn(options)
    if (match) return match
  }
  return { kind: 'company', domain }
}

async function findOwn({ db, organization, wanted, query }: MatchOptions): Promise<Match | undefined> {
  const candidates = await findOwnCandidates(db, organization, query.domain)
  const own = candidates.filter((each) => each.domain ?? businessDomain(each.email ?? '') === query.domain)
  const best = bestOf(own, wanted)
  return best && { kind: 'prospect', id: best.id }
}

/** Title by title, so that matches of a later title cannot crowd out those of the first. */
async function findInDirectory({
  db,
  organization,
  wanted,
  query,
}: MatchOptions): Promise<Match | undefined> {
  const { title = [], department: oneOf, seniority } = wanted
  const level = typeof seniority === 'string' ? seniorities.indexOf(seniority) : undefined
  const more = Array.isArray(seniority) ? seniority : []
  for (const each of wanted.titles.length > 0 ? wanted.titles : [[]]) {
    const words = [...new Set([...each, ...title, ...more])]
    const pages = findPeople(db, organization, query.domain, { words, oneOf, seniority: level })
    for await (const people of pages) {
      const best = bestOf(people, wanted)
      if (best) return { kind: 'person', key: best.key }
    }
  }
  return undefined
}

async function findAtVendors({ sources, log, wanted, query }: MatchOptions): Promise<Match | undefined> {
  for (const source of sources) {
    const people = await askSource(log, source, sourceTimeoutMs, async (signal) =>
      source.findPeople?.(query, signal),
    )
    const best = bestOf((people ?? []).map(cleanFacts), wanted)
    if (best) return { kind: 'vendor', source: source.name, person: best }
  }
  return undefined
}
