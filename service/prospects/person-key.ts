import { withoutTrailing } from '../base/words/text.ts'

/** What identifies a person in the directory: the e-mail address, else LinkedIn, else name and domain. */
export interface PersonIdentity {
  /** See `parseEmail`. */
  emailKey?: string | null | undefined
  linkedin?: string | null | undefined
  name?: string | null | undefined
  domain?: string | null | undefined
}

/** Every key that the person may have in the directory, the most reliable first. */
export function personKeys({ emailKey, linkedin, name, domain }: PersonIdentity): string[] {
  return [
    ...(emailKey ? [`email:${emailKey}`] : []),
    ...(linkedin && !isCompanyPage(linkedin) ? [`linkedin:${addressOf(linkedin)}`] : []),
    ...(name && domain ? [`name:${domain} ${name.toLowerCase()}`] : []),
  ]
}

/** Whether an address at LinkedIn is the page of a company: colleagues have it in common, and nobody is found by it. */
export function isCompanyPage(linkedin: string): boolean {
  return /linkedin\.com\/(company|school|showcase)\//i.test(linkedin)
}

function addressOf(linkedin: string): string {
  return withoutTrailing(linkedin.toLowerCase().replace(/^https?:\/\/(www\.)?/, ''), '/')
}
