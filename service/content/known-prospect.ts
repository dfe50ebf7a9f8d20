import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { getProspect, type ProspectRow } from '../prospects/sql.ts'

/** Finds the prospect that a request names. Throws `unknown-prospect`. */
export async function findKnownProspect(
  db: Database,
  organization: string,
  id: string,
): Promise<ProspectRow> {
  const row = isId(id) ? await getProspect(db, organization, id) : undefined
  return row ?? throwUnknownProspect()
}

/** Throws `unknown-prospect`. */
export function throwUnknownProspect(): never {
  throw new DomainError('unknown-prospect', 'prospect: the organization has no prospect with this id.')
}
