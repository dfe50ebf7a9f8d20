import type { guardedFetch } from '../../base/net/guarded-fetch.ts'
import type { FactField } from '../../base/words/prospect.ts'
import type { Environment } from '../../config.ts'

/** Facts about a prospect. `description` says what the company does; it becomes part of the profile. */
export type Facts = Partial<Record<'email' | FactField | 'description', string | undefined>>

/** A person from a source or the directory. */
export type Person = Omit<Facts, 'description'>

/** The criteria of a search; `titles` best first. */
export interface PeopleQuery {
  domain: string
  titles: readonly string[]
  department?: string | undefined
  seniority?: string | undefined
}

/**
 * A source of facts. If it throws or takes too long, only its own facts are missing. The message of a SourceFailed is
 * logged, of other errors only the type.
 */
export interface Source {
  name: string
  /** It makes no requests. Only such a source is asked about test prospects. */
  isLocal: boolean
  /** The facts that it only guesses. Another source's statement replaces them. */
  guesses?: readonly FactField[]
  /** Finds facts about a prospect. The caller cleans and shortens texts. */
  find(known: Readonly<Facts>, signal: AbortSignal): Promise<Facts>
  /** Finds people who may match, in any order. The caller chooses. */
  findPeople?(query: PeopleQuery, signal: AbortSignal): Promise<Person[]>
}

/** What a source gets. */
export interface SourceContext {
  /** Contains the key of a vendor's source. */
  env: Environment
  allowPrivateAddresses: boolean
  fetch: typeof guardedFetch
}

/** A failure whose message contains no personal data. */
export class SourceFailed extends Error {}

/** How long one request to a source may take. */
export const sourceTimeoutMs = 10_000
