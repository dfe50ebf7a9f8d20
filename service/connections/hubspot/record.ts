import type { CrmAccount } from '../crm.ts'

/** The type of contacts among HubSpot’s objects. */
export const contactType = '0-1'

/** Where people see a contact. It is a cell of each line of a list, so it goes wherever the person goes. */
export function recordUrl({ id, host }: Pick<CrmAccount, 'id' | 'host'>, contact: string): string {
  return `https://${host}/contacts/${id}/record/${contactType}/${contact}`
}

/** A regular expression that finds the id of a contact in cells that have its address. */
export function contactPattern(account: string): string {
  return `/contacts/${account}/record/${contactType}/([0-9]+)`
}
