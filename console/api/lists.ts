import type { ListReading } from '../../service/campaigns/campaign.ts'
import { ask, Failure } from './client.ts'

export type { ListReading, UnusableReason } from '../../service/campaigns/campaign.ts'
export type { ListColumn } from '../../service/prospects/lists/list-column.ts'
export type { ColumnMeaning } from '../../service/prospects/lists/titles.ts'

/** The meanings of columns, by title, where a person has corrected them. */
export type ColumnCorrections = Readonly<Record<string, string>>

/** How much of a list is sent for the preview, in bytes. */
const beginningBytes = 256 * 1024

/** The type of what names a list of another system, of which the service reads only the beginning for a preview. */
export const longListType = 'application/x-long-list'

/** What a person has said of how a list is read. */
export interface SaidOfList {
  corrections: ColumnCorrections
  /** How its letters are written, as `TextDecoder` calls it. Default: what they look like. */
  encoding?: string | undefined
}

interface ReadingOptions extends SaidOfList {
  /** Percentage of companies in a control group, about which the answer says what it can tell. Default: none. */
  control?: number | undefined
  signal?: AbortSignal
}

/** How the service understands a list, by its beginning. It keeps nothing of it. */
export async function previewList(
  list: Blob | string,
  options: ReadingOptions,
): Promise<ListReading & { isPart: boolean }> {
  const all = new Blob([list])
  // Only the end of a workbook says where its parts are.
  const isLong = all.size > beginningBytes && !(await isPacked(all))
  const isPart = isLong || (list instanceof Blob && list.type === longListType)
  return { ...(await askReading(isLong ? all.slice(0, beginningBytes) : all, options, isPart)), isPart }
}

/** How the service understands a list, or its beginning. It keeps nothing of it. */
export async function askReading(
  list: Blob | string,
  { control, signal, ...said }: ReadingOptions,
  isPart = false,
): Promise<ListReading> {
  const query = { ...queryOf(said), control, part: isPart ? 'true' : undefined }
  const content = new Blob([await bytesOfList(new Blob([list]))])
  return ask('POST /v1/lists/read', { query, body: { type: 'text/csv', content }, signal })
}

/** Whether it begins as a zip does, which a workbook is. */
async function isPacked(list: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await bytesOfList(list.slice(0, 2)))
  return first === 0x50 && second === 0x4b
}

/** Rejects with a Failure if it is a file that was changed, moved or deleted since it was chosen. */
export function bytesOfList(blob: Blob): Promise<ArrayBuffer> {
  return blob.arrayBuffer().catch(() => {
    throw new Failure(400, 'The browser cannot read this file any more: choose it again.')
  })
}

/** What was said of a list as the service takes it. */
export function queryOf({ corrections, encoding }: SaidOfList) {
  return { encoding, columns: Object.keys(corrections).length > 0 ? JSON.stringify(corrections) : undefined }
}

/** The percentage that is proposed for a control group. */
export const proposedControl = 10

/** How the service understands a list, by its beginning. Rejects with a Failure if it would refuse it as a whole. */
export async function readUsable(list: SaidOfList & { content: Blob | string }): Promise<ListReading> {
  const { content, ...said } = list
  const reading = await previewList(content, { ...said, control: proposedControl })
  if (reading.problem) throw new Failure(400, reading.problem)
  return reading
}
