import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Content } from '../model/content.ts'
import type { ContentRow } from '../store/content.ts'

/** A stored content record as the API and callbacks give it: the specification's fields and no others. */
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
