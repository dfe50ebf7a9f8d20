import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import { DomainError } from './errors.ts'

const longestHost = 253
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const lastLabel = /^[a-z0-9-]{2,63}$/

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
  if (isIP(host) || !isDottedName(host)) return undefined
  // A company may use a private suffix itself, such as github.io.
  return getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host) ?? undefined
}

function isDottedName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.pop() ?? ''
  const areLabels = labels.length > 0 && labels.every((part) => label.test(part)) && lastLabel.test(last)
  return areLabels && host.length <= longestHost
}

/**
 * The registrable domain of a host or URL. Throws `invalid-field` for an IP address in any notation, a bare suffix, a
 * single label, or what is no host.
 */
export function readDomain(text: string): string {
  const domain = registrableDomain(text)
  if (domain) return domain
  throw new DomainError(
    'invalid-field',
    'domain: must be the domain of a company, such as example.com, or a URL on it.',
  )
}
