import type { RecordItems } from '../../service/content/content.ts'
import { ask } from './client.ts'

export type { RecordItems } from '../../service/content/content.ts'

/** What each item of the template says to the person of a content, and who changed what. */
export function readWordsOf(content: string, signal?: AbortSignal): Promise<RecordItems> {
  return ask('GET /v1/content/:id/items', { params: { id: content }, signal })
}

/** An item of a content. */
export interface ListedItem {
  content: string
  index: number
}

/** Gives an item other words for this person alone; `''` leaves the page's own. */
export async function saveWords({ content, index }: ListedItem, payload: string): Promise<void> {
  await ask('PUT /v1/content/:id/items/:index', {
    params: { id: content, index: String(index) },
    json: { payload },
  })
}

/** Gives an item the words of the template again. */
export async function resetWords({ content, index }: ListedItem): Promise<void> {
  await ask('DELETE /v1/content/:id/items/:index', { params: { id: content, index: String(index) } })
}
