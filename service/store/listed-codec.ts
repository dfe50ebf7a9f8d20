import type { KnownFacts } from '../model/prospect.ts'

/** What a list says of a person: until the prospect has it, it is kept with the place. */
export interface ListedFacts {
  /** As it came; left out of somebody who is known by name and domain alone. */
  email?: string
  emailKey?: string
  facts: KnownFacts
  /** Each value as JSON text. */
  additional: Record<string, string>
  language?: string
}

/** The text of what a list says of a person. */
export function encodeListed(listed: ListedFacts): string {
  return JSON.stringify({ v: 1, ...listed })
}

/** What `encodeListed` gave the text of. */
export function decodeListed(text: string): ListedFacts {
  return JSON.parse(text) as ListedFacts
}

/** What two lists say of one person: the later one wins where it says something, but for how the address is written. */
export function mergeListed(before: ListedFacts, after: ListedFacts): ListedFacts {
  return {
    ...before,
    ...after,
    ...(before.email !== undefined && { email: before.email }),
    facts: { ...before.facts, ...after.facts },
    additional: { ...before.additional, ...after.additional },
  }
}
