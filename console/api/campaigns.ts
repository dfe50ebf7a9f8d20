import type { Campaign, CampaignPerson, CampaignReview, ListTally } from '../../service/campaigns/campaign.ts'
import type { CampaignChangeBody, NewCampaignBody } from '../../service/campaigns/operations.ts'
import type { Part } from '../parts/paged.tsx'
import { ask } from './client.ts'
import { bytesOfList, queryOf, type SaidOfList } from './lists.ts'

export type * from '../../service/campaigns/campaign.ts'

export function readCampaign(id: string, signal?: AbortSignal): Promise<Campaign> {
  return ask('GET /v1/campaigns/:id', { params: { id }, signal })
}

/** Creates a campaign. The same `key` creates it only once. */
export function createCampaign(wanted: NewCampaignBody, key: string): Promise<Campaign> {
  return ask('POST /v1/campaigns', { json: wanted, key })
}

export function changeCampaign(id: string, changes: CampaignChangeBody): Promise<Campaign> {
  return ask('PATCH /v1/campaigns/:id', { params: { id }, json: changes })
}

export function removeCampaign(id: string): Promise<void> {
  return ask('DELETE /v1/campaigns/:id', { params: { id } })
}

/** Sends a list. When it resolves, every line is stored. */
export async function sendList(
  id: string,
  list: Blob | string,
  said: SaidOfList = { corrections: {} },
): Promise<ListTally> {
  // A file that cannot be read would look like a service that cannot be reached.
  const content = new Blob([await bytesOfList(new Blob([list]))])
  return ask('POST /v1/campaigns/:id/people', {
    params: { id },
    query: queryOf(said),
    body: { type: 'text/csv', content },
  })
}

/** Lists the people of a campaign; with `problem`, the lines that could not be used instead. */
export async function listInvited(
  id: string,
  query: { search?: string; problem?: boolean; missing?: 'true'; sort?: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<Part<CampaignPerson>> {
  const { people, ...rest } = await ask('GET /v1/campaigns/:id/people', {
    params: { id },
    query: { ...query, problem: String(query.problem ?? false) },
    signal,
  })
  return { rows: people, ...rest }
}

/** How far the review of a campaign's pages is. */
export function readReview(id: string, signal?: AbortSignal): Promise<CampaignReview> {
  return ask('GET /v1/campaigns/:id/review', { params: { id }, signal })
}

/** The person of a content; undefined if there is none any more. */
export async function readPersonOf(
  id: string,
  content: string,
  signal: AbortSignal,
): Promise<CampaignPerson | undefined> {
  const { people } = await ask('GET /v1/campaigns/:id/people', { params: { id }, query: { content }, signal })
  return people[0]
}

/** What is marked on a page. */
interface PageMarks {
  /** Whether what the template changes has frames with its numbers. */
  isNumbered?: boolean
  /** What was read, by the ids of analytics items: how much, from 0 to 100, and a word such as `12 s`. */
  read?: { item: string; percent: number; label: string }[]
}

/** The address of a page as it is made for somebody, without scripts. */
export function madePageOf(content: string, { isNumbered = false, read = [] }: PageMarks = {}): string {
  const query = new URLSearchParams()
  if (isNumbered) query.set('numbers', 'true')
  const marks = read.map(
    ({ item, percent, label }) => `${item}:${Math.round(percent)}:${label.replace(/[:,]/g, ' ')}`,
  )
  if (marks.length > 0) query.set('read', marks.join())
  return `/v1/content/${encodeURIComponent(content)}/page${query.size > 0 ? `?${query}` : ''}`
}

/** The address of a template's page as it is without Motif. */
export function originalPageOf(template: string, { isNumbered = false }: PageMarks = {}): string {
  return `/v1/templates/${encodeURIComponent(template)}/original${isNumbered ? '?numbers=true' : ''}`
}

/** The address from which the browser downloads a campaign's file. */
export function fileOf(id: string, file: 'links' | 'results' | 'problems'): string {
  return `/v1/campaigns/${encodeURIComponent(id)}/${file}.csv`
}
