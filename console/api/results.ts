import type {
  RecordSummary,
  RecordVisit,
  Summary,
  TemplateResults,
} from '../../service/events/results/operations.ts'
import { ask } from './client.ts'

export type {
  Day,
  RecordSummary,
  RecordVisit,
  ReportResults,
  Summary,
  VisitEvent,
} from '../../service/events/results/operations.ts'

/** All visits of one record, the earliest first. */
export async function readVisits(content: string, signal?: AbortSignal): Promise<RecordVisit[]> {
  const params = { id: content }
  const all: RecordVisit[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 1000, cursor }
    const { visits, next } = await ask('GET /results/content/:id/visits', { params, query, signal })
    all.push(...visits)
    cursor = next
  } while (cursor !== undefined)
  return all
}

/** The figures of one record. */
export function readRecordResults(id: string, signal?: AbortSignal): Promise<Summary> {
  return ask('GET /results/content/:id', { params: { id }, signal })
}

/** The figures of a template. */
export function readTemplateResults(name: string, signal?: AbortSignal): Promise<TemplateResults> {
  return ask('GET /results/template/:name', { params: { name }, signal })
}

/** The figures of a campaign. */
export function readCampaignResults(id: string, signal?: AbortSignal): Promise<Summary> {
  return ask('GET /results/campaign/:id', { params: { id }, signal })
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
  const all: RecordSummary[] = []
  let cursor: string | undefined
  do {
    const query = { prospect, limit: 1000, cursor }
    const { records, next } = await ask('GET /results/content', { query, signal })
    all.push(...records)
    cursor = next
  } while (cursor !== undefined)
  return all
}
