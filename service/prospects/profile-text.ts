import type { KnownFacts } from '../base/words/prospect.ts'
import { cleanText, maxLengths } from '../base/words/text.ts'

/** The facts that a profile is made of. */
export type ProfileFacts = KnownFacts & { email?: string | undefined; description?: string | undefined }

/**
 * One readable paragraph of what is known; undefined where nothing is. Deterministic.
 *
 * @example
 * composeProfile({ name: 'Jane Doe', role: 'CTO', company: 'Acme' }) // 'Jane Doe is CTO at Acme.'
 */
export function composeProfile(facts: ProfileFacts): string | undefined {
  const sentences = [
    personSentence(facts),
    companySentence(facts),
    facts.description && ended(facts.description),
  ]
  return cleanText(sentences.filter(Boolean).join(' '), maxLengths.profile)
}

function personSentence({ name, email, role, company }: ProfileFacts): string | undefined {
  const who = name ?? (email ? 'The prospect' : undefined)
  if (!who) return undefined
  if (role) return `${who} is ${role}${company ? ` at ${company}` : ''}.`
  if (company) return `${who} works at ${company}.`
  return name && `The prospect is ${name}.`
}

function companySentence({ company, industry, domain, name, email }: ProfileFacts): string | undefined {
  const isPerson = Boolean(name ?? email)
  const site = domain ? ` (${domain})` : ''
  if (company && industry) return `${company}${site} is a company in this industry: ${ended(industry)}`
  if (company)
    return domain || !isPerson
      ? `${company}${domain ? ` is found at ${domain}` : ' is a company'}.`
      : undefined
  if (industry) return `The industry is ${ended(industry)}`
  return domain && `The company is found at ${domain}.`
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
