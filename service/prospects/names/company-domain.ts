import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { registrableDomain } from '../../base/words/addresses.ts'
import { capitalize } from '../../base/words/text.ts'
import { isMailProvider } from './mail-providers.ts'

/** The registrable domain of an e-mail address, unless it is a mail provider's. */
export function businessDomain(email: string): string | undefined {
  const domain = registrableDomain(email.slice(email.lastIndexOf('@') + 1))
  return domain && !isMailProvider(domain) ? domain : undefined
}

/**
 * The name of a company by its domain: `acme-tools.co.uk` is Acme Tools, `ibm.com` IBM. Undefined for mail providers.
 */
export function companyFromDomain(domain: string): string | undefined {
  const registrable = registrableDomain(domain)
  if (!registrable || isMailProvider(registrable)) return undefined
  const { domainWithoutSuffix } = parse(registrable, { allowPrivateDomains: true })
  const label = domainToUnicode(domainWithoutSuffix ?? registrable).split('.')[0] ?? ''
  return label.split(/[-_]+/).filter(Boolean).map(readable).join(' ') || undefined
}

/** Capitalises a word. Three letters without a vowel, and digits with letters, are initials. */
function readable(word: string): string {
  const initials = word.length <= 3 && !/[aeiouy]/.test(word)
  return initials || /^\d+[a-z]{1,2}$/.test(word) || /^(ibm|aws|ups|usa|uk|eu)$/.test(word)
    ? word.toUpperCase()
    : capitalize(word)
}
