import type { RecordItems } from '../../service/content/content.ts'
import { ask } from './client.ts'

export type { RecordItems } from '../../service/content/content.ts'

/** What each item of the template says to the person of a content, and who changed what. */
export function readWordsOf(content: string, signal?: AbortSignal): Promise<RecordItems> {
  return ask('GET /v1/content/:id/items', { params: { id: content }, signal })
}

/** Gives an item the words of the template again. */
export function resetWords(content: string, index: number): Promise<unknown> {
  const params = { id: content, index: String(index) }
  return ask('DELETE /v1/content/:id/items/:index', { params })
}
