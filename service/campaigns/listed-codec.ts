import type { KnownFacts } from '../base/words/prospect.ts'

/** What a list says about a person. It is stored with the place until the prospect has it. */
export interface ListedFacts {
  /** As it was sent; left out where the person is identified by name and domain. */
  email?: string
  emailKey?: string
  facts: KnownFacts
  /** Each value as JSON text. */
  additional: Record<string, string>
  language?: string
}

/** The text for the column `person` of a place. */
export function encodeListed(listed: ListedFacts): string {
  return JSON.stringify({ v: 1, ...listed })
}

/** What `encodeListed` wrote. */
export function decodeListed(text: string): ListedFacts {
  return JSON.parse(text) as ListedFacts
}

/** Merges what two lists say about one person: the later one wins, except for how the address is written. */
export function mergeListed(before: ListedFacts, after: ListedFacts): ListedFacts {
  return {
    ...before,
    ...after,
    ...(before.email !== undefined && { email: before.email }),
    facts: { ...before.facts, ...after.facts },
    additional: { ...before.additional, ...after.additional },
  }
}
