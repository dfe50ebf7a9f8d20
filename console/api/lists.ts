import type { ListReading } from '../../service/campaigns/listed-columns.ts'
import { ask, Failure } from './client.ts'

export type {
  ColumnMeaning,
  ListColumn,
  ListReading,
  UnusableLine,
} from '../../service/campaigns/listed-columns.ts'

/** The meanings of columns, by title, where a person has corrected them. */
export type ColumnCorrections = Readonly<Record<string, string>>

/** How much of a list is sent for the preview, in bytes. */
const beginningBytes = 256 * 1024

/** How the service understands a list, by its beginning. It keeps nothing of it. */
export async function previewList(
  list: Blob | string,
  corrections: ColumnCorrections,
  signal?: AbortSignal,
): Promise<ListReading & { isPart: boolean }> {
  const all = new Blob([list])
  const isPart = all.size > beginningBytes
  const bytes = await all
    .slice(0, beginningBytes)
    .arrayBuffer()
    .catch(() => {
      throw new Failure(400, 'The browser cannot read this file any more: choose it again.')
    })
  const query = { columns: columnsOf(corrections), part: isPart ? 'true' : undefined }
  const reading = await ask('POST /v1/lists/read', {
    query,
    body: { type: 'text/csv', content: new Blob([bytes]) },
    signal,
  })
  return { ...reading, isPart }
}

/** The corrections as the service takes them; undefined if there are none. */
export function columnsOf(corrections: ColumnCorrections): string | undefined {
  return Object.keys(corrections).length > 0 ? JSON.stringify(corrections) : undefined
}

/** Rejects with a Failure if the service would refuse the list as a whole. */
export async function assertUsable(list: {
  content: Blob | string
  corrections: ColumnCorrections
}): Promise<void> {
  const { problem } = await previewList(list.content, list.corrections)
  if (problem) throw new Failure(400, problem)
}
