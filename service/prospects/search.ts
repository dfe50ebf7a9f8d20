import { createHash } from 'node:crypto'
import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { type Additional, personFields } from '../base/words/prospect.ts'
import type { EnricherOptions } from './enrich.ts'
import { fromDirectory, fromRequest } from './fact-sources.ts'
import { findMatch, type Match } from './find-match.ts'
import { mergeIntoProspect, type ProspectFields } from './merge-prospect.ts'
import { linkPerson, lockPerson } from './people/sql.ts'
import { readWanted, type Wanted } from './rank-people.ts'
import { findSearchAnswer, keepSearchAnswer } from './searches-sql.ts'
import type { PeopleQuery, Person } from './sources/source.ts'
import { createOrFillProspect, findAndLockProspect, type ProspectRow } from './sql.ts'

/** A search for the best person of a company, by its registrable domain. */
export interface Search {
  domain: string
  role?: { title?: string; department?: string; seniority?: string } | undefined
  /** Best first. */
  titles?: string[] | undefined
  /** Merged into the prospect. */
  additional?: Additional | undefined
}

/**
 * Creates the search. It returns the best match as a prospect of the organization: the best person (see `bestOf`) among
 * its prospects, else in its people directory, else at a vendor, else the company itself. `keep` runs in the same
 * transaction. The same search always gets the same prospect, also when it is made several times at once.
 */
export function createSearch({ db, log, jobs, sources }: Omit<EnricherOptions, 'languageModel'>) {
  return async function searchProspect(
    organization: string,
    search: Search,
    keep: InTransaction<ProspectRow>,
  ): Promise<ProspectRow> {
    const { domain, role, titles = [], additional } = search
    const wanted = readWanted(titles, role)
    const key = searchKey(domain, wanted)
    const known = await findSearchAnswer(db, organization, key)
    const match = known
      ? ({ kind: 'prospect', id: known } as const)
      : await findMatch({ db, log, sources, organization, wanted, query: queryOf(search) })
    try {
      const prospect = await transact(db, async (trx) => {
        const id = await makeProspect(trx, organization, match)
        const found = await findAndLockProspect(trx, organization, id)
        if (!found) throw new TakenByAnother()
        if (!known && !(await keepSearchAnswer(trx, organization, key, id))) throw new TakenByAnother()
        const prospect = additional
          ? await mergeIntoProspect(trx, found, { said: { source: fromRequest, additional } })
          : found
        await keep(trx, prospect)
        return prospect
      })
      jobs.wake()
      return prospect
    } catch (error) {
      if (!(error instanceof TakenByAnother)) throw error
      // The other transaction has committed: now the search has its answer, or the person is a prospect or erased.
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

/** The key of a search; equal searches have the same key, however they are written. */
function searchKey(domain: string, wanted: Wanted): string {
  return `search:${createHash('sha256')
    .update(JSON.stringify([domain, wanted]))
    .digest('hex')}`
}

/** Another transaction made or erased the same prospect: this one has to be rolled back and retried. */
class TakenByAnother extends Error {}

/** The id of the prospect for a match, which is created if needed, once for each person and each company. */
async function makeProspect(trx: Database, organization: string, match: Match): Promise<string> {
  switch (match.kind) {
    case 'prospect':
      return match.id
    case 'person':
      return makeOfPerson(trx, organization, match.key)
    case 'vendor':
      return makeOnce(
        trx,
        organization,
        `vendor:${identityOf(match.person)}`,
        match.source,
        fieldsOf(match.person),
      )
    case 'company':
      return makeOnce(trx, organization, `company:${match.domain}`, fromRequest, { domain: match.domain })
  }
}

async function makeOnce(
  trx: Database,
  organization: string,
  key: string,
  source: string,
  found: ProspectFields,
): Promise<string> {
  const known = await findSearchAnswer(trx, organization, key)
  if (known) return known
  const made = await createOrFillProspect(trx, organization, source, found)
  if (!(await keepSearchAnswer(trx, organization, key, made))) throw new TakenByAnother()
  return made
}

async function makeOfPerson(trx: Database, organization: string, key: string): Promise<string> {
  const person = await lockPerson(trx, organization, key)
  if (!person) throw new TakenByAnother()
  if (person.prospect) return person.prospect
  const fields = Object.fromEntries(personFields.map((field) => [field, person[field]]))
  const made = await createOrFillProspect(trx, organization, fromDirectory, {
    ...fields,
    email: null,
    ...mailbox(person.email),
  })
  await linkPerson(trx, organization, key, made)
  return made
}

function fieldsOf({ email, ...fields }: Person): ProspectFields {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(known), ...mailbox(email) }
}

/** The columns of an e-mail address; none where it is invalid. */
function mailbox(email: string | null | undefined): ProspectFields {
  if (!email) return {}
  try {
    const parsed = parseEmail(email)
    return { email: parsed.email, email_key: parsed.key }
  } catch {
    return {}
  }
}

function identityOf({ linkedin, email, name, domain }: Person): string {
  return (linkedin ?? email ?? `${name} ${domain}`).toLowerCase()
}
