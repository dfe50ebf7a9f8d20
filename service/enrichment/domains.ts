import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { getDomain, parse } from 'tldts'
import { isMailProvider } from './providers/lists.ts'
import { capitalize } from './text.ts'

const hostname = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/

/**
 * The registrable domain, in lower-case punycode, of a host or an http(s) URL; undefined for an IP address, a bare
 * public suffix, a single label, and what is neither host nor URL.
 *
 * @example
 * registrableDomain('https://www.Bücher.example/shop') // 'xn--bcher-kva.example'
 */
export function registrableDomain(hostOrUrl: string): string | undefined {
  const text = hostOrUrl.trim()
  const url =
    text.length > 2048 || /[\s\\]/.test(text)
      ? null
      : URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (isIP(host) || !hostname.test(host)) return undefined
  // A company may sit directly on a suffix that it lets others use, such as github.io.
  return getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host) ?? undefined
}

/** The registrable domain of an e-mail address, unless it is a mail provider's. */
export function businessDomain(email: string): string | undefined {
  const domain = registrableDomain(email.slice(email.lastIndexOf('@') + 1))
  return domain && !isMailProvider(domain) ? domain : undefined
}

/**
 * A company as its domain names it: `acme-tools.co.uk` is Acme Tools, `ibm.com` IBM. Undefined for mail providers.
 */
export function companyFromDomain(domain: string): string | undefined {
  const registrable = registrableDomain(domain)
  if (!registrable || isMailProvider(registrable)) return undefined
  const { domainWithoutSuffix } = parse(registrable, { allowPrivateDomains: true })
  const label = domainToUnicode(domainWithoutSuffix ?? registrable).split('.')[0] ?? ''
  return label.split(/[-_]+/).filter(Boolean).map(readable).join(' ') || undefined
}

/** Three letters without a vowel, and digits with letters, read as initials. */
function readable(word: string): string {
  const initials = word.length <= 3 && !/[aeiouy]/.test(word)
  return initials || /^\d+[a-z]{1,2}$/.test(word) || /^(ibm|aws|ups|usa|uk|eu)$/.test(word)
    ? word.toUpperCase()
    : capitalize(word)
}
