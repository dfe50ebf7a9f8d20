import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { registrableDomain } from '../../base/words/addresses.ts'
import { isMailProvider } from '../../prospects/names/mail.ts'

/** `control` of a campaign: the percentage of companies whose people see the page's own content. */
export const maxControl = 50

/** `control`: people whose links show the page's own content, so that the campaign's effect can be told. */
export const groups = ['personal', 'control'] as const

export type Group = (typeof groups)[number]

/**
 * What is drawn: the company, because colleagues show each other what they got. It is the registrable domain of the
 * address, in lower-case punycode; where there is no address, or it is at a free or disposable mail provider, that of the
 * web site, a domain or URL; else the address in lower case.
 */
export function unitOf({ email, domain }: Partial<Record<'email' | 'domain', string | undefined>>): string {
  const company = email && companyDomain(email.slice(email.lastIndexOf('@') + 1))
  if (company && !isMailProvider(company)) return company
  return (domain && companyDomain(domain)) || (email ?? domain ?? '').trim().toLowerCase()
}

/** By the public suffix list without its private part: all of `github.io` is one company. */
function companyDomain(hostOrUrl: string): string | undefined {
  const registrable = registrableDomain(hostOrUrl)
  return registrable && (getDomain(registrable) ?? registrable)
}

/**
 * Whether a company is in the control group: the same on every machine, whatever list it came with.
 *
 * @param control percentage, 0 to 50
 */
export function isInControl(campaign: string, unit: string, control: number): boolean {
  const hash = createHash('sha256').update(`${campaign}\n${unit}`).digest('hex')
  // 13 hex digits are 52 bits, which a number holds exactly.
  return Number.parseInt(hash.slice(0, 13), 16) / 2 ** 52 < control / 100
}
