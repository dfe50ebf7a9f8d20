import { request, requestJson, withQuery } from './client.ts'

export type CampaignStatus = 'open' | 'paused' | 'ended'

/** One list of people invited to one template's page. Counts are of people. */
export interface Campaign {
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus
  people: number
  /** Those whose record is ready. */
  completed: number
  /** Lines of lists that could not be used. */
  problems: number
  came: number
  reached: number
  createdAt: string
  updatedAt: string
}

/** A person in a campaign, or a line of a list that could not be used. */
export interface Invited {
  line: number
  email?: string
  name?: string
  company?: string
  prospect?: string
  content?: string
  link?: string
  status: string
  problem?: string
  /** Of a line that could not be used: as it came. */
  text?: string
  gaps: { index: number; selector: string; kind?: string }[]
  visits: number
  firstVisitAt?: string
  lastVisitAt?: string
  reached: boolean
}

/** An item that renders to nothing, or falls back, for some people. */
export interface Gap {
  index: number
  selector: string
  type: string
  empty: number
  byDefault: number
  examples: string[]
}

/** What a list came to. */
export interface TakenList {
  lines: number
  people: number
  problems: number
}

interface PartOf<Row> {
  rows: Row[]
  next?: string
}

const pathOf = (id: string) => `/v1/campaigns/${encodeURIComponent(id)}`

/** The campaigns, newest first. */
export async function listCampaigns(cursor?: string, signal?: AbortSignal): Promise<PartOf<Campaign>> {
  const { campaigns, ...rest } = await requestJson<{ campaigns: Campaign[]; next?: string }>(
    withQuery('/v1/campaigns', { cursor }),
    { signal },
  )
  return { rows: campaigns, ...rest }
}

export function readCampaign(id: string, signal?: AbortSignal): Promise<Campaign> {
  return requestJson(pathOf(id), { signal })
}

/** Makes a campaign; the same `key` makes it once. */
export function createCampaign(
  wanted: Pick<Campaign, 'name' | 'template' | 'language'>,
  key: string,
): Promise<Campaign> {
  return requestJson('/v1/campaigns', { method: 'POST', json: wanted, key })
}

export function changeCampaign(
  id: string,
  changes: Partial<Pick<Campaign, 'name' | 'status'>>,
): Promise<Campaign> {
  return requestJson(pathOf(id), { method: 'PATCH', json: changes })
}

export async function deleteCampaign(id: string): Promise<void> {
  await request(pathOf(id), { method: 'DELETE' })
}

/** Sends a list; every line is kept when it answers. */
export function sendList(id: string, list: Blob | string): Promise<TakenList> {
  return requestJson(`${pathOf(id)}/people`, {
    method: 'POST',
    body: { type: 'text/csv', content: list },
  })
}

/** Makes every record of a campaign anew from the template's current version. */
export async function regenerateCampaign(id: string): Promise<void> {
  await request(`${pathOf(id)}/regenerate`, { method: 'POST' })
}

/** Who is in a campaign; with `problem`, the lines that could not be used. */
export async function listInvited(
  id: string,
  query: { search?: string; problem?: boolean; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<PartOf<Invited>> {
  const { people, ...rest } = await requestJson<{ people: Invited[]; next?: string }>(
    withQuery(`${pathOf(id)}/people`, { ...query, problem: query.problem ? 'true' : undefined }),
    { signal },
  )
  return { rows: people, ...rest }
}

export async function readGaps(id: string, signal?: AbortSignal): Promise<Gap[]> {
  return (await requestJson<{ gaps: Gap[] }>(`${pathOf(id)}/gaps`, { signal })).gaps
}

/** Where the browser downloads a campaign's file. */
export function fileOf(id: string, file: 'links' | 'results'): string {
  return `${pathOf(id)}/${file}.csv`
}
