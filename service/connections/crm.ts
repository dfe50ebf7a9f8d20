import { DomainError } from '../base/words/errors.ts'
import type { ConnectedList } from './operations.ts'

/** Fields of a contact that Motif writes, by their names there. */
export type ContactFields = Record<string, string>

/** What a token opens. */
export interface CrmAccount {
  /** ID of the account, what it is called, and where people see it: `app.hubspot.com`. */
  account: string
  name: string
  host: string
  /** Those that Motif needs and the token lacks. */
  missingScopes: string[]
}

/** A person of a list: the contact’s id, and the cells in the order of `titles`. */
export interface CrmPerson {
  id: string
  cells: string[]
}

/** A system of customers: a list of people in, facts about people out, a link to the record. */
export interface Crm {
  name: string
  /** The titles of what a list says of a person. */
  titles: readonly string[]
  /** Where people see a contact. */
  recordUrl(of: Pick<CrmAccount, 'account' | 'host'>, contact: string): string
  open(token: string): CrmCalls
}

/** What can be done with a token. All may reject with CrmError. */
export interface CrmCalls {
  check(): Promise<CrmAccount>
  searchLists(search: string): Promise<ConnectedList[]>
  /** Returns what a list is called. @param before what it was called, for people who read that it is gone */
  findList(id: string, before?: string): Promise<string>
  readList(id: string): AsyncGenerator<CrmPerson[]>
  /** Makes the fields that are missing. Returns those that are there with another type. */
  prepareFields(): Promise<string[]>
  /** The fields as they are there; contacts that are gone are left out. At most `contactsAtOnce`. */
  readFields(ids: readonly string[]): Promise<Map<string, ContactFields>>
  /** Writes fields of at most `contactsAtOnce`. Returns, for each contact that was not written, why. */
  writeFields(contacts: ReadonlyMap<string, ContactFields>): Promise<Map<string, string>>
}

/** How many contacts are read or written with one request. */
export const contactsAtOnce = 100

/**
 * Why a call failed. `token`: it is not valid any more; `scope`: it may not do that; `busy`: a limit is reached; `away`: no
 * answer, or a 5xx, and nobody knows what was done; `gone`: there is no such thing; `refused`: the request itself.
 */
export type CrmFailure = 'token' | 'scope' | 'busy' | 'away' | 'gone' | 'refused'

const shortRestSeconds = 10

/** A failed call; the message says to people what happened, and what to do. */
export class CrmError extends DomainError {
  readonly failure: CrmFailure

  constructor(failure: CrmFailure, message: string, retryAfterSeconds = 0) {
    const isPassing = failure === 'busy' || failure === 'away'
    super(isPassing ? 'unavailable' : 'invalid-field', message, retryAfterSeconds || shortRestSeconds)
    this.failure = failure
  }
}
