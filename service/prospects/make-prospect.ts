import type { Database } from '../base/database/database.ts'
import { parseEmail } from '../base/words/email.ts'
import { personFields } from '../base/words/prospect.ts'
import { fromDirectory, fromRequest } from './fact-sources.ts'
import type { Match } from './find-match.ts'
import type { ProspectFields } from './merge-prospect.ts'
import { linkPerson, lockPerson } from './people/sql.ts'
import { findSearchAnswer, keepSearchAnswer } from './searches-sql.ts'
import type { Person } from './sources/source.ts'
import { createOrFillProspect } from './sql.ts'

/** Another transaction made or erased the same prospect: this one has to be rolled back and retried. */
export class TakenByAnother extends Error {}

/** The id of the prospect for a match, which is created if needed, once for each person and each company. */
export async function makeProspect(trx: Database, organization: string, match: Match): Promise<string> {
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
