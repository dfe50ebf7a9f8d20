import type { ProspectRow } from '../../store/prospects.ts'

/**
 * A stored prospect as JSON text: the specification's fields and no others, what is not known left out. A text,
 * because `additional` is given back as it came, which parsing would change.
 */
export function prospectJson(row: ProspectRow): string {
  const { id, status, email, additional, linkedin, name, company, role, industry, domain, profile } = row
  const { created_at: createdAt, updated_at: updatedAt } = row
  const known = { id, status, email, additional, linkedin, name, company, role, industry, domain, profile }
  const members = Object.entries({ ...known, createdAt, updatedAt })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `"${key}":${key === 'additional' ? value : JSON.stringify(value)}`)
  return `{${members.join(',')}}`
}
