import type {
  RecordPage,
  RecordSummary,
  RecordVisit,
  Summary,
  TemplateResults,
} from '../../service/events/results.ts'
import { requestJson, withQuery } from './client.ts'

export type {
  Day,
  ItemResults,
  RecordSummary,
  RecordVisit,
  ReportResults,
  Summary,
  VisitEvent,
} from '../../service/events/results.ts'

/** The visits of one record, the earliest first. */
export async function readVisits(content: string, signal?: AbortSignal): Promise<RecordVisit[]> {
  const path = `/results/content/${encodeURIComponent(content)}/visits`
  return (await requestJson<{ visits: RecordVisit[] }>(path, { signal })).visits
}

/** The figures of a template. */
export function readTemplateResults(name: string, signal?: AbortSignal): Promise<TemplateResults> {
  return requestJson(`/results/template/${encodeURIComponent(name)}`, { signal })
}

/** The figures of a campaign. */
export function readCampaignResults(id: string, signal?: AbortSignal): Promise<Summary> {
  return requestJson(`/results/campaign/${encodeURIComponent(id)}`, { signal })
}

/** Fetches one page of the records that a search finds, in the order of `sort`. */
export async function fetchRecords(
  { search, sort, cursor }: { search: string; sort: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<{ rows: RecordSummary[]; next?: string | undefined }> {
  const path = withQuery('/results/content', { search, sort, cursor })
  const { records, next } = await requestJson<RecordPage>(path, { signal })
  return { rows: records, next }
}

/** The records of one person. */
export async function readRecordsOf(prospect: string, signal?: AbortSignal): Promise<RecordSummary[]> {
  const path = withQuery('/results/content', { prospect, limit: 100 })
  return (await requestJson<RecordPage>(path, { signal })).records
}
