import { UserError } from '../model/errors.ts'
import type { Database } from '../store/database.ts'
import { listOrganizations } from '../store/tokens.ts'

/** Throws a UserError with the names there are, where no token is of the organization: it was mistyped. */
export async function assertOrganization(db: Database, organization: string): Promise<void> {
  const names = await listOrganizations(db)
  if (names.includes(organization)) return
  const there = names.length > 0 ? `there are: ${names.join(', ')}` : 'there is none yet'
  throw new UserError(
    `--organization: no token is of ${organization}; ${there} (token create makes an organization)`,
  )
}

/** The organization, where there is one alone. Throws a UserError with the names there are. */
export async function onlyOrganization(db: Database): Promise<string> {
  const names = await listOrganizations(db)
  const [only] = names
  if (only !== undefined && names.length === 1) return only
  throw new UserError(
    only === undefined
      ? 'no organization is there yet: token create makes one'
      : `--organization: needed, since there are several: ${names.join(', ')}`,
  )
}
