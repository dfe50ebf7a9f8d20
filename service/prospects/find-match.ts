import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { findPeople, type PersonRow } from '../store/people.ts'
import { findOwnCandidates } from '../store/searches.ts'
import { bestOf, type Wanted } from './match.ts'
import { businessDomain } from './names/company-domain.ts'
import { seniorities } from './names/seniority.ts'
import { cleanText, longest } from './names/text.ts'
import { askSource } from './sources/ask-source.ts'
import { type PeopleQuery, type Person, type Source, sourceTimeoutMs } from './sources/source.ts'

/** Whom a search found. */
export type Match =
  | { kind: 'prospect'; id: string }
  | { kind: 'person'; key: string }
  | { kind: 'vendor'; person: Person }
  | { kind: 'company'; domain: string }

/** Where a search looks. */
export interface Places {
  db: Database
  log: Logger
  sources: readonly Source[]
}

/** Looks in each place in turn; the first that has a match has the last word. */
export async function findMatch(
  places: Places,
  organization: string,
  wanted: Wanted,
  query: PeopleQuery,
): Promise<Match> {
  return (
    (await findOwn(places, organization, wanted, query.domain)) ??
    (await findInDirectory(places, organization, wanted, query.domain)) ??
    (await findAtVendors(places, wanted, query)) ?? { kind: 'company', domain: query.domain }
  )
}

async function findOwn(
  { db }: Places,
  organization: string,
  wanted: Wanted,
  domain: string,
): Promise<Match | undefined> {
  const candidates = await findOwnCandidates(db, organization, domain)
  const own = candidates.filter((each) => each.domain ?? businessDomain(each.email ?? '') === domain)
  const best = bestOf(own, wanted)
  return best && { kind: 'prospect', id: best.id }
}

/** Title by title, so that those who fit a later one cannot crowd out those who fit the first. */
async function findInDirectory(
  { db }: Places,
  organization: string,
  wanted: Wanted,
  domain: string,
): Promise<Match | undefined> {
  const { title = [], department: oneOf, seniority } = wanted
  const level = typeof seniority === 'string' ? seniorities.indexOf(seniority) : undefined
  const more = Array.isArray(seniority) ? seniority : []
  for (const each of wanted.titles.length > 0 ? wanted.titles : [[]]) {
    const words = [...new Set([...each, ...title, ...more])]
    const people = await findPeople(db, organization, domain, { words, oneOf, seniority: level })
    const best: PersonRow | undefined = bestOf(people, wanted)
    if (best) return { kind: 'person', key: best.key }
  }
  return undefined
}

async function findAtVendors(
  { sources, log }: Places,
  wanted: Wanted,
  query: PeopleQuery,
): Promise<Match | undefined> {
  for (const source of sources) {
    const people = await askSource(log, source, sourceTimeoutMs, async (signal) =>
      source.findPeople?.(query, signal),
    )
    const best = bestOf((people ?? []).map(cleaned), wanted)
    if (best) return { kind: 'vendor', person: best }
  }
  return undefined
}

function cleaned(person: Person): Person {
  const fields = Object.entries(person).map(
    ([field, value]) => [field, cleanText(value, longest[field as keyof Person])] as const,
  )
  return Object.fromEntries(fields)
}
