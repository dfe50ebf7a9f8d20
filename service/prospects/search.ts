import { createHash } from 'node:crypto'
import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { findEmail } from '../base/words/addresses.ts'
import type { Additional } from '../base/words/prospect.ts'
import { cleanFacts } from '../base/words/text.ts'
import {
  findOwnCandidates,
  findPeople,
  findSearchAnswer,
  foundInDirectory,
  keepSearchAnswers,
  linkPeople,
  lockPeople,
} from './directory-sql.ts'
import type { EnricherOptions } from './enrich.ts'
import { fromRequest, type MoreOfProspect } from './facts.ts'
import { businessDomain } from './names/mail.ts'
import { seniorities } from './names/titles.ts'
import { bestOf, readWanted, type Wanted, type WantedRole } from './rank-people.ts'
import { askSource, type PeopleQuery, type Person } from './sources/source.ts'
import { findAndLockProspect, makeProspect, mergeIntoProspect, type ProspectRow } from './sql.ts'

/** A search for the best person of a company, by its registrable domain. */
export interface Search {
  domain: string
  role?: WantedRole | undefined
  titles?: string[] | undefined
  /** Merged into the prospect. */
  additional?: Additional | undefined
}

type SearchOptions = Omit<EnricherOptions, 'languageModel'>

/** The result of a search: gives the id of its prospect, which is made if there is none yet. */
type Match = (trx: Database) => Promise<string>

/** Creates the search for the best person, else the company. The same search always gets the same prospect. */
export function createSearch(options: SearchOptions) {
  const { db, jobs } = options
  return async function searchProspect(
    organization: string,
    search: Search,
    keep: InTransaction<ProspectRow>,
  ): Promise<ProspectRow> {
    const wanted = readWanted(search.titles, search.role)
    const key = searchKey(search.domain, wanted)
    const known = await findSearchAnswer(db, organization, key)
    const match = known ? async () => known : await findMatch(options, organization, search, wanted)
    try {
      const prospect = await transact(db, async (trx) => {
        const id = await match(trx)
        const found = (await findAndLockProspect(trx, organization, id)) ?? taken()
        if (!known && !(await keepSearchAnswers(trx, organization, [{ key, prospect: id }]))) taken()
        const { additional } = search
        const said = additional && { source: fromRequest, additional }
        const prospect = said ? await mergeIntoProspect(trx, found, { said }) : found
        await keep(trx, prospect)
        return prospect
      })
      jobs.wake('enrich')
      return prospect
    } catch (error) {
      if (!(error instanceof TakenByAnother)) throw error
      // The other transaction has committed: now the search has its answer, or the person is a prospect or erased.
      return searchProspect(organization, search, keep)
    }
  }
}

function searchKey(domain: string, wanted: Wanted): string {
  const hash = createHash('sha256').update(JSON.stringify([domain, wanted]))
  return `search:${hash.digest('hex')}`
}

/** Another transaction made or erased the same prospect: this one has to be rolled back and retried. */
class TakenByAnother extends Error {}

function taken(): never {
  throw new TakenByAnother()
}

async function findMatch(
  { db, log, sources }: SearchOptions,
  organization: string,
  { domain, role, titles = [] }: Search,
  wanted: Wanted,
): Promise<Match> {
  const candidates = await findOwnCandidates(db, organization, domain)
  const own = bestOf(
    candidates.filter((each) => (each.domain ?? businessDomain(each.email ?? '')) === domain),
    wanted,
  )
  if (own) return async () => own.id
  const person = await findInDirectory(db, organization, domain, wanted)
  if (person) return (trx) => makeOfPerson(trx, organization, person)
  const { title, department, seniority } = role ?? {}
  const query: PeopleQuery = { domain, titles: title ? [...titles, title] : titles, department, seniority }
  for (const source of sources) {
    const people = await askSource(log, source, () => source.findPeople?.(query))
    const facts = bestOf((people ?? []).map(cleanFacts), wanted)
    if (facts)
      return (trx) =>
        makeOnce(trx, organization, `vendor:${identityOf(facts)}`, { source: source.name, facts })
  }
  return (trx) => makeOnce(trx, organization, `company:${domain}`, { source: fromRequest, facts: { domain } })
}

/** Title by title, so that matches of a later title cannot crowd out those of the first. Returns the person's key. */
async function findInDirectory(db: Database, organization: string, domain: string, wanted: Wanted) {
  const { title = [], department: oneOf, seniority: level } = wanted
  const seniority = typeof level === 'string' ? seniorities.indexOf(level) : undefined
  const more = Array.isArray(level) ? level : []
  for (const each of wanted.titles.length > 0 ? wanted.titles : [[]]) {
    const words = [...new Set([...each, ...title, ...more])]
    const people = await findPeople(db, organization, { domain, words, oneOf, seniority })
    const best = bestOf(people, wanted)
    if (best) return best.key
  }
  return undefined
}

type Found = NonNullable<MoreOfProspect['found']>

async function makeOnce(trx: Database, organization: string, key: string, found: Found): Promise<string> {
  const known = await findSearchAnswer(trx, organization, key)
  if (known) return known
  const { id } = await makeOfFound(trx, organization, found)
  return (await keepSearchAnswers(trx, organization, [{ key, prospect: id }])) ? id : taken()
}

async function makeOfPerson(trx: Database, organization: string, key: string): Promise<string> {
  const [person = taken()] = await lockPeople(trx, organization, [key])
  if (person.prospect) return person.prospect
  const { id } = await makeOfFound(trx, organization, foundInDirectory(person))
  await linkPeople(trx, organization, [{ key, prospect: id }])
  return id
}

/** Of one that exists, only empty and guessed fields are filled. */
function makeOfFound(trx: Database, organization: string, found: Found): Promise<ProspectRow> {
  const { email, key: emailKey } = findEmail(found.facts.email ?? '') ?? {}
  const facts = { ...found.facts, email }
  return makeProspect(trx, { organization, test: false }, { email, emailKey, found: { ...found, facts } })
}

function identityOf({ linkedin, email, name, domain }: Person): string {
  return (linkedin ?? email ?? `${name} ${domain}`).toLowerCase()
}
