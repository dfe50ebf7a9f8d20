import type { Content } from './content.ts'

/**
 * The body of a completed record's callback, as JSON text.
 *
 * @example
 * { "type": "content.completed", "timestamp": "2026-11-20T12:00:00.000Z", "data": { "id": "…", "status": "completed", … } }
 */
export function callbackBody(content: Content): string {
  return JSON.stringify({ type: 'content.completed', timestamp: content.updatedAt, data: content })
}
