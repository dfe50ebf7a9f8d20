import type { Database } from '../base/database/database.ts'
import { UserError } from '../base/words/errors.ts'
import { listOrganizations } from './tokens.ts'

/**
 * The given organization, or the only one there is. Throws a UserError with the existing names where the given one has
 * no token, or where none is given and there are several.
 */
export async function chooseOrganization(db: Database, given: string | undefined): Promise<string> {
  const names = await listOrganizations(db)
  const organization = given?.trim() ?? (names.length === 1 ? names[0] : undefined)
  if (organization !== undefined && names.includes(organization)) return organization
  throw new UserError(whyNone(names, organization))
}

function whyNone(names: string[], organization: string | undefined): string {
  if (organization !== undefined) {
    const there = names.length > 0 ? `there are: ${names.join(', ')}` : 'there is none yet'
    return `--organization: no token is of ${organization}; ${there} (token create makes an organization)`
  }
  return names.length === 0
    ? 'no organization is there yet: token create makes one'
    : `--organization: needed, since there are several: ${names.join(', ')}`
}
