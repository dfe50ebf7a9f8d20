import { DomainError } from '../base/words/errors.ts'
import type { ConnectedListPage } from './operations.ts'

/** Fields of a contact that Motif writes, by their names there. */
export type ContactFields = Record<string, string>

/** What a token opens. */
export interface CrmAccount {
  id: string
  name: string
  /** Where people see it: `app.hubspot.com`. */
  host: string
}

/** A list of people. */
export type CrmList = ConnectedListPage['lists'][number]

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
  /** Where people see a contact, and the regular expression that finds its id in cells with that address. */
  recordUrl(account: Pick<CrmAccount, 'id' | 'host'>, contact: string): string
  contactPattern(account: string): string
  open(token: string): CrmCalls
}

/** What can be done with a token. All may reject with CrmError. */
export interface CrmCalls {
  /** Which account the token opens, and which of the scopes that Motif needs it lacks. */
  check(): Promise<{ account: CrmAccount; missingScopes: string[] }>
  searchLists(search: string): Promise<CrmList[]>
  findList(id: string): Promise<CrmList>
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

/** A failed call; the message says to people what happened, and what to do. */
export class CrmError extends DomainError {
  readonly failure: CrmFailure

  constructor(failure: CrmFailure, message: string, retryAfterSeconds = 10) {
    super(
      failure === 'busy' || failure === 'away' ? 'unavailable' : 'invalid-field',
      message,
      retryAfterSeconds,
    )
    this.failure = failure
  }
}
