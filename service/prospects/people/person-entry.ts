import { jsonObject } from '../../base/words/json.ts'
import { cleanText, maxLengths } from '../../base/words/text.ts'
import type { ListedPerson } from '../lists/person.ts'
import { businessDomain } from '../names/company-domain.ts'
import { seniorities, seniorityOf } from '../names/seniority.ts'
import { titleWords } from '../names/titles.ts'
import { personKeys } from '../person-key.ts'
import type { NewPerson } from './sql.ts'

/** A person of a list as the directory has them: found by the company's domain, the words of the role and its seniority. */
export function toDirectoryPerson({ email, emailKey, facts, additional }: ListedPerson): NewPerson {
  const domain = facts.domain ?? (email ? businessDomain(email) : undefined)
  const [key = ''] = personKeys({ ...facts, emailKey, domain })
  const role = facts.role ?? ''
  const more = new Map(additional)
  const profile = JSON.parse(more.get('profile') ?? 'null') as unknown
  more.delete('profile')
  return {
    key,
    email: email ?? null,
    name: facts.name ?? null,
    company: facts.company ?? null,
    role: facts.role ?? null,
    industry: facts.industry ?? null,
    linkedin: facts.linkedin ?? null,
    domain: domain ?? null,
    profile: cleanText(profile, maxLengths.profile) ?? null,
    additional: more.size > 0 ? jsonObject(more) : null,
    words: ` ${titleWords(role).join(' ')} `,
    seniority: seniorities.indexOf(seniorityOf(role)),
  }
}
