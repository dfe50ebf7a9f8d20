import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'

/** A content record's way: forward only. */
export type ContentStatus = 'waiting' | 'generating' | 'completed'

/** What a new content record names, as it was sent. */
export interface WantedContent {
  prospect: string
  template: string
  language: string
  callback?: string | undefined
}

/** The specification's Content, as the API and the callback give it. */
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
