import { readAdditional } from '../../base/words/additional.ts'
import { registrableDomain } from '../../base/words/domain.ts'
import { parseEmail } from '../../base/words/email.ts'
import { DomainError } from '../../base/words/errors.ts'
import { jsonObject } from '../../base/words/exact-json.ts'
import { parseObject } from '../../base/words/object.ts'
import type { PersonField } from '../../base/words/prospect.ts'
import { cleanText, maxLengths } from '../../base/words/text.ts'
import { addressIn } from '../lists/addresses.ts'
import { businessDomain } from '../names/company-domain.ts'
import { seniorities, seniorityOf } from '../names/seniority.ts'
import { titleWords } from '../names/titles.ts'
import { type PersonIdentity, personKeys } from '../person-key.ts'
import type { NewPerson } from './sql.ts'

/** The known fields of an entry as texts; `additional` is JSON text. */
export type PersonFields = Partial<Record<PersonField, string>>

/** What is missing or wrong in an entry; the message names the field. */
export class BadEntry extends Error {}

/**
 * Reads a person for the directory. Throws BadEntry for an invalid e-mail address or domain, for a person without
 * e-mail address, LinkedIn reference and name, without a domain, and for text that is not UTF-8.
 */
export function readPerson(fields: PersonFields): NewPerson {
  if (Object.values(fields).some((text) => text.includes('\uFFFD'))) throw new BadEntry('not UTF-8')
  const { email, emailKey } = readEmail(fields.email)
  const text = (field: 'name' | 'company' | 'role' | 'industry' | 'linkedin' | 'profile') =>
    cleanText(fields[field], maxLengths[field]) ?? null
  const [name, linkedin, role] = [text('name'), text('linkedin'), text('role')]
  const domain = readDomain(fields.domain) ?? (email ? businessDomain(email) : undefined) ?? null
  return {
    key: keyOf({ emailKey, linkedin, name, domain }),
    email,
    name,
    company: text('company'),
    role,
    industry: text('industry'),
    linkedin,
    domain,
    profile: text('profile'),
    additional: readObject(fields.additional),
    words: ` ${titleWords(role ?? '').join(' ')} `,
    seniority: seniorities.indexOf(seniorityOf(role ?? '')),
  }
}

function readEmail(text: string | undefined): { email: string | null; emailKey?: string } {
  const address = addressIn(text ?? '')
  if (!address) return { email: null }
  const { email, key } = inEntry(() => parseEmail(address))
  return { email: email.replaceAll('\0', ''), emailKey: key }
}

function readDomain(text: string | undefined): string | undefined {
  if (!text?.trim()) return undefined
  const domain = registrableDomain(text)
  if (domain) return domain
  throw new BadEntry('domain: must be the domain of a company, such as example.com')
}

/** The key that identifies the person. */
function keyOf(identity: PersonIdentity): string {
  const [key] = personKeys(identity)
  if (key !== undefined) return key
  throw new BadEntry(identity.name ? 'domain or email is missing' : 'email, linkedin and name are missing')
}

function readObject(json: string | undefined): string | null {
  if (!json?.trim()) return null
  if (!parseObject(json)) throw new BadEntry('additional: must be a JSON object')
  const members = inEntry(() => readAdditional(`{"additional":${json}}`))
  return members ? jsonObject(members) : null
}

/** Turns the API's error into that of the line. */
function inEntry<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DomainError ? new BadEntry(error.message) : error
  }
}
