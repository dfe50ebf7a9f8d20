import type { Logger } from 'pino'
import { AddressRefused } from '../../base/net/address-guard.ts'
import type { guardedFetch } from '../../base/net/guarded-fetch.ts'
import type { Environment } from '../../config.ts'
import type { Facts } from '../facts.ts'

/** A person from a source. */
export type Person = Omit<Facts, 'description' | 'profile'>

/** The criteria of a search; `titles` best first. */
export interface PeopleQuery {
  domain: string
  titles: readonly string[]
  department?: string | undefined
  seniority?: string | undefined
}

/** A source of facts. If it throws, only its own facts are missing. Its one request ends after `sourceTimeoutMs`. */
export interface Source {
  name: string
  /** It makes no requests. Only such a source is asked about test prospects. */
  isLocal: boolean
  /** Finds facts about a prospect. The caller cleans and shortens texts. */
  find(known: Readonly<Facts>): Promise<Facts>
  /** Finds people who may match, in any order. The caller chooses. */
  findPeople?(query: PeopleQuery): Promise<Person[]>
}

/** What a source gets. */
export interface SourceContext {
  env: Environment
  allowPrivateAddresses: boolean
  fetch: typeof guardedFetch
}

/** A failure whose message contains no personal data. */
export class SourceFailed extends Error {}

/** How long one request to a source may take. */
export const sourceTimeoutMs = 10_000

/** Asks a source. Undefined where it fails or takes longer than 10 s, which is logged. */
export async function askSource<T>(
  log: Logger,
  source: Source,
  ask: () => Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ source: source.name, reason: reasonOf(error) }, 'enrichment source skipped')
    return undefined
  }
}

/** Error messages may contain names and addresses; their types do not. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceFailed) return error.message
  if (error instanceof AddressRefused) return 'address refused'
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'time-out'
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException
  return typeof code === 'string' ? code : error.name
}
