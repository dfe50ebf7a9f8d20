import type { RecordSummary, RecordVisit } from '../../service/events/results/operations.ts'
import { ask } from './client.ts'

export type * from '../../service/events/results/operations.ts'

/** All visits of one record, the earliest first. */
export async function readVisits(content: string, signal?: AbortSignal): Promise<RecordVisit[]> {
  const params = { id: content }
  const read = (query: Page) => ask('GET /results/content/:id/visits', { params, query, signal })
  return (await pagesOf(read)).flatMap(({ visits }) => visits)
}

interface RecordsWanted {
  search?: string
  sort: string
  cursor?: string | undefined
  template?: string | undefined
  limit?: number
}

/** Fetches one page of the records that a search finds, in the order of `sort`. */
export async function fetchRecords(
  query: RecordsWanted,
  signal?: AbortSignal,
): Promise<{ rows: RecordSummary[]; next?: string }> {
  const { records, ...rest } = await ask('GET /results/content', { query, signal })
  return { rows: records, ...rest }
}

/** All records of one person. */
export async function readRecordsOf(prospect: string, signal?: AbortSignal): Promise<RecordSummary[]> {
  const read = (page: Page) => ask('GET /results/content', { query: { prospect, ...page }, signal })
  return (await pagesOf(read)).flatMap(({ records }) => records)
}

interface Page {
  limit: number
  cursor: string | undefined
}

async function pagesOf<Answer extends { next?: string }>(
  read: (page: Page) => Promise<Answer>,
): Promise<Answer[]> {
  const pages: Answer[] = []
  let cursor: string | undefined
  do {
    const page = await read({ limit: 1000, cursor })
    pages.push(page)
    cursor = page.next
  } while (cursor !== undefined)
  return pages
}
