import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { ContentRow } from '../store/content.ts'
import type { ProspectRow } from '../store/prospects.ts'

/** The specification's Content, as the API and the callback give it. */
export interface Content {
  id: string
  pattern: string
  user: string
  prospect: string
  template: string
  status: ContentRow['status']
  language: string
  /** Empty until `completed`, as `content` is. */
  analytics: AnalyticsItem[]
  content: ContentItem[]
  /** UTC, ISO 8601, milliseconds. */
  createdAt: string
  updatedAt: string
}

/** A stored content record as the API gives it: the specification's fields and no others. */
export function toContent(row: ContentRow): Content {
  const isCompleted = row.status === 'completed'
  return {
    id: row.id,
    pattern: row.pattern,
    user: row.user_name,
    prospect: row.prospect,
    template: row.template,
    status: row.status,
    language: row.language,
    analytics: isCompleted ? (JSON.parse(row.analytics) as AnalyticsItem[]) : [],
    content: isCompleted ? (JSON.parse(row.content) as ContentItem[]) : [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

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
