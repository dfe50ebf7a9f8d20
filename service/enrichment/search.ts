import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'
import type { Additional } from '../store/additional.ts'
import type { ProspectRow } from '../store/prospects.ts'

/** What is looked for: the best person of a company, by its registrable domain. */
export interface Search {
  domain: string
  role?: { title?: string; department?: string; seniority?: string } | undefined
  /** Best first. */
  titles?: string[] | undefined
  /** Merged into the prospect that is found. */
  additional?: Additional | undefined
}

/** The best match for a search, as a prospect of the organization. */
export async function searchProspect(
  _service: Service,
  _organization: string,
  _search: Search,
): Promise<ProspectRow> {
  throw new ApiError(50300, 'Search is not there yet.', { 'Retry-After': '60' })
}
