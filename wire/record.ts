import type { AnalyticsType } from './event.ts'
import type { ContentType } from './targets.ts'

/** One change: put `payload` into every element that `selector` matches. */
export interface ContentItem {
  selector: string
  type: ContentType
  payload: string
}

/** One thing to measure. `id` is unique in its record and names the item in events and results. */
export interface AnalyticsItem {
  id: string
  selector: string
  type: AnalyticsType
}

/**
 * The content record as a page gets it, by `GET /p/{pattern}`. It contains nothing about the prospect.
 *
 * @example
 * { "pattern": "8WZ2kJx0…", "language": "en",
 *   "content": [{ "selector": "#hero h1", "type": "text", "payload": "Acme, meet Launch" }],
 *   "analytics": [{ "id": "cta", "selector": ".cta", "type": "click" }] }
 */
export interface PageRecord {
  pattern: string
  language: string
  content: ContentItem[]
  analytics: AnalyticsItem[]
}
