import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { invalidField } from './errors.ts'

export interface Email {
  email: string
  /** The same however the address is written: lower case, the domain in punycode. */
  key: string
}

const maxLength = 254
/** A word of an RFC 5321 dot-string, or of another script (RFC 6531): no quotes, spaces or control characters. */
const localWord = /^[^\s\p{C}@"(),:;<>[\\\].]+$/u
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Reads an e-mail address from `field`. Throws `invalid-field` where it is over 254 characters or not local@dotted.domain. */
export function parseEmail(text: string, field = 'email'): Email {
  const email = text.trim()
  if (email.length > maxLength) throw invalidField(`${field}: must be at most ${maxLength} characters.`)
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = asciiDomain(email.slice(at + 1))
  if (at < 0 || !local.split('.').every((word) => localWord.test(word)) || !domain)
    throw invalidField(`${field}: must be an e-mail address with a dotted domain, such as ada@example.com.`)
  return { email, key: `${local.normalize('NFC').toLowerCase()}@${domain}` }
}

/** The same; undefined where it is none. */
export function findEmail(text: string): Email | undefined {
  try {
    return parseEmail(text)
  } catch {
    return undefined
  }
}

/** The domain in lower-case punycode; undefined where it is invalid, has no dot, or is an IP address. */
function asciiDomain(domain: string): string | undefined {
  if (/[\s\p{Cc}\p{Pi}\p{Pf}\p{Ps}\p{Pe}%/?#\\:|^<>]/u.test(domain)) return undefined
  const labels = domainToASCII(domain).split('.')
  const isDomain = labels.length > 1 && labels.every((part) => label.test(part))
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? labels.join('.') : undefined
}

/**
 * The registrable domain, in lower-case punycode, of a host or an http(s) URL; undefined for an IP address, a bare
 * public suffix, a single label, and what is neither. `https://www.Bücher.example/shop` → `xn--bcher-kva.example`.
 */
export function registrableDomain(hostOrUrl: string): string | undefined {
  const text = hostOrUrl.trim()
  const url =
    text.length > 2048 || /[\s\\]/.test(text)
      ? null
      : URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  const host = url.hostname.replace(/\.$/, '')
  // No initials, such as `J.R`.
  if (!/^[^.].*[^.]{2}$/.test(host)) return undefined
  // A company may use a private suffix itself, such as github.io.
  return getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host) ?? undefined
}

/** The registrable domain of a host or URL. Throws `invalid-field`. */
export function readDomain(text: string): string {
  const domain = registrableDomain(text)
  if (domain) return domain
  throw invalidField('domain: must be the domain of a company, such as example.com, or a URL on it.')
}
