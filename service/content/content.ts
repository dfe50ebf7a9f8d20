import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'

/** The states of a content record, in their order; it never goes back. */
export type ContentStatus = 'waiting' | 'generating' | 'completed'

/** What a client sends to create a content record. */
export interface WantedContent {
  prospect: string
  template: string
  language: string
  callback?: string | undefined
}

/** The specification's Content, as the API and the callback send it. */
export interface Content {
  id: string
  pattern: string
  user: string
  prospect: string
  template: string
  status: ContentStatus
  language: string
  /** Empty until `completed`, as `content` is. */
  analytics: AnalyticsItem[]
  content: ContentItem[]
  /** UTC, ISO 8601, milliseconds. */
  createdAt: string
  updatedAt: string
}
