import { businessDomain, companyFromDomain } from '../names/company-domain.ts'
import { nameFromEmail } from '../names/person-name.ts'
import type { Facts, Source } from './source.ts'

/** Creates the source that reads an e-mail address: a name, a domain, and the company that the domain names. */
export function openEmailSource(): Source {
  return {
    name: 'email',
    isLocal: true,
    guesses: ['name', 'company'],
    find: async (known) => readEmail(known),
  }
}

function readEmail({ email, domain }: Readonly<Facts>): Facts {
  const company = domain ?? (email && businessDomain(email))
  return {
    name: email && nameFromEmail(email),
    domain: company,
    company: company && companyFromDomain(company),
  }
}
