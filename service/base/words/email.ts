import { domainToASCII } from 'node:url'
import { DomainError } from './errors.ts'

export interface Email {
  /** As it was sent, trimmed. */
  email: string
  /** The same however the address is written: lower case, the domain in punycode. */
  key: string
}

const maxLength = 254
/** A word of an RFC 5321 dot-string, or of another script (RFC 6531): no quotes, spaces or control characters. */
const localWord = /^[^\s\p{C}@"(),:;<>[\\\].]+$/u
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Reads an e-mail address. Throws `invalid-field` where it is over 254 characters or not local@dotted.domain. */
export function parseEmail(text: string): Email {
  const email = text.trim()
  if (email.length > maxLength)
    throw new DomainError('invalid-field', `email: must be at most ${maxLength} characters.`)
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = asciiDomain(email.slice(at + 1))
  if (at < 0 || !local.split('.').every((word) => localWord.test(word)) || !domain) {
    throw new DomainError(
      'invalid-field',
      'email: must be an e-mail address with a dotted domain, such as ada@example.com.',
    )
  }
  return { email, key: `${local.normalize('NFC').toLowerCase()}@${domain}` }
}

/** The domain in lower-case punycode; undefined where it is invalid, has no dot, or is an IP address. */
function asciiDomain(domain: string): string | undefined {
  if (/[\s\p{Cc}\p{Pi}\p{Pf}\p{Ps}\p{Pe}%/?#\\:|^<>]/u.test(domain)) return undefined
  const labels = domainToASCII(domain).split('.')
  const isDomain = labels.length > 1 && labels.every((part) => label.test(part))
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? labels.join('.') : undefined
}
