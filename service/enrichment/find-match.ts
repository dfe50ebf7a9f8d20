import type { Service } from '../service.ts'
import { findPeople, type PersonRow } from '../store/people.ts'
import { findOwnCandidates } from '../store/searches.ts'
import { askSource } from './ask-source.ts'
import { businessDomain } from './domains.ts'
import { bestOf, type Wanted } from './match.ts'
import { seniorities } from './seniority.ts'
import { type PeopleQuery, type Person, sourceTimeoutMs } from './source.ts'
import { cleanText, longest } from './text.ts'

/** Whom a search found. */
export type Match =
  | { kind: 'prospect'; id: string }
  | { kind: 'person'; key: string }
  | { kind: 'vendor'; person: Person }
  | { kind: 'company'; domain: string }

/** Looks in each place in turn; the first that has a match has the last word. */
export async function findMatch(
  service: Service,
  organization: string,
  wanted: Wanted,
  query: PeopleQuery,
): Promise<Match> {
  return (
    (await findOwn(service, organization, wanted, query.domain)) ??
    (await findInDirectory(service, organization, wanted, query.domain)) ??
    (await findAtVendors(service, wanted, query)) ?? { kind: 'company', domain: query.domain }
  )
}

async function findOwn(
  { db }: Service,
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
  { db }: Service,
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
  { sources, log }: Service,
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
