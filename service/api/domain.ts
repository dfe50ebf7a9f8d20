import { registrableDomain } from '../enrichment/domains.ts'
import { ApiError } from '../errors.ts'

/**
 * The registrable domain of a host or URL. Throws 40001 for an IP address in any notation, a bare suffix, a single
 * label, or what is no host.
 */
export function companyDomain(text: string): string {
  const domain = registrableDomain(text)
  if (domain) return domain
  throw new ApiError(40001, 'domain: must be the domain of a company, such as example.com, or a URL on it.')
}
