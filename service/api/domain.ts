import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { ApiError } from '../errors.ts'

/**
 * Brings a host or URL to its registrable domain, in lower-case punycode. Throws 40001 for an IP address in any
 * notation, a bare suffix, a single label, or what is no host.
 *
 * @example
 * registrableDomain('https://www.Bücher.co.uk/about') // 'xn--bcher-kva.co.uk'
 */
export function registrableDomain(text: string): string {
  const host = hostOf(text.trim())
  const { domain, isIp } = host ? parse(host) : { domain: null, isIp: false }
  if (!host || isIp || !domain || !/^[a-z0-9.-]+$/.test(domain)) {
    throw new ApiError(40001, 'domain: must be the domain of a company, such as example.com, or a URL on it.')
  }
  return domain
}

/** The host as browsers read it: IPv4 addresses in every notation become dotted ones. */
function hostOf(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`
  if (/[\s\\@]/.test(text) || !URL.canParse(url)) return undefined
  return domainToASCII(new URL(url).hostname.replace(/\.$/, '')) || undefined
}
