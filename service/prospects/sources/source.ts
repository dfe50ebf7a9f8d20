import type { Environment } from '../../config.ts'
import type { FactField } from '../../model/prospect.ts'
import type { guardedFetch } from '../../net/guarded-fetch.ts'

/** What is known, or was found, of a prospect. `description` says what the company does; it goes into the profile. */
export type Facts = Partial<Record<'email' | FactField | 'description', string | undefined>>

/** A person as a source or the directory gives them. */
export type Person = Omit<Facts, 'description'>

/** What a search asks for; `titles` best first. */
export interface PeopleQuery {
  domain: string
  titles: readonly string[]
  department?: string | undefined
  seniority?: string | undefined
}

/**
 * Where facts come from. What it throws, or what takes longer than its time, costs nothing but its own facts; the
 * message of a SourceFailed is logged, of another error only its name.
 */
export interface Source {
  name: string
  /** It leaves the machine alone: the only kind that is asked about test prospects. */
  isLocal: boolean
  /** What it only guesses: that yields to what another source states. */
  guesses?: readonly FactField[]
  /** Facts of a prospect; texts are cleaned and cut by the caller. */
  find(known: Readonly<Facts>, signal: AbortSignal): Promise<Facts>
  /** People who may fit, in any order; the caller chooses. */
  findPeople?(query: PeopleQuery, signal: AbortSignal): Promise<Person[]>
}

/** What a source is made with. */
export interface SourceContext {
  /** Where a vendor's source finds its key. */
  env: Environment
  allowPrivateAddresses: boolean
  fetch: typeof guardedFetch
}

/** A failure whose message holds nothing personal. */
export class SourceFailed extends Error {}

/** How long a source may take. */
export const sourceTimeoutMs = 10_000
