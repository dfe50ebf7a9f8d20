import type {
  Campaign,
  CampaignBlank,
  CampaignGap,
  CampaignPerson,
  ListTally,
  MendedFields,
} from '../../service/campaigns/campaign.ts'
import { request, requestJson, withQuery } from './client.ts'
import { type ColumnCorrections, columnsOf } from './lists.ts'

export type {
  Campaign,
  CampaignBlank,
  CampaignGap,
  CampaignPerson,
  CampaignStatus,
  ListTally,
  MendedFields,
} from '../../service/campaigns/campaign.ts'

interface PartOf<Row> {
  rows: Row[]
  next?: string
}

const pathOf = (id: string) => `/v1/campaigns/${encodeURIComponent(id)}`

/** Fetches one page of the campaigns. */
export async function fetchCampaigns(
  sort: string,
  cursor?: string,
  signal?: AbortSignal,
): Promise<PartOf<Campaign>> {
  const { campaigns, ...rest } = await requestJson<{ campaigns: Campaign[]; next?: string }>(
    withQuery('/v1/campaigns', { sort, cursor }),
    { signal },
  )
  return { rows: campaigns, ...rest }
}

export function readCampaign(id: string, signal?: AbortSignal): Promise<Campaign> {
  return requestJson(pathOf(id), { signal })
}

/** Creates a campaign. The same `key` creates it only once. */
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

export async function removeCampaign(id: string): Promise<void> {
  await request(pathOf(id), { method: 'DELETE' })
}

/** Sends a list. When it resolves, every line is stored. */
export function sendList(
  id: string,
  list: Blob | string,
  corrections: ColumnCorrections = {},
): Promise<ListTally> {
  return requestJson(withQuery(`${pathOf(id)}/people`, { columns: columnsOf(corrections) }), {
    method: 'POST',
    body: { type: 'text/csv', content: list },
  })
}

/** A line of a campaign: its number is the list's own. */
type LineOfList = Pick<CampaignPerson, 'line' | 'list'>

const pathOfLine = (id: string, { line, list }: LineOfList) =>
  withQuery(`${pathOf(id)}/people/${line}`, { list: String(list) })

/** Mends a line that could not be used. These fields replace its own. */
export function correctLine(id: string, line: LineOfList, fields: MendedFields): Promise<CampaignPerson> {
  return requestJson(pathOfLine(id, line), { method: 'PATCH', json: fields })
}

/** Sets a line aside that could not be used. */
export async function setLineAside(id: string, line: LineOfList): Promise<void> {
  await request(pathOfLine(id, line), { method: 'DELETE' })
}

/** Regenerates every record of a campaign from the template's current version. */
export async function regenerateCampaign(id: string): Promise<void> {
  await request(`${pathOf(id)}/regenerate`, { method: 'POST' })
}

/** Lists the people of a campaign; with `problem`, the lines that could not be used instead. */
export async function listInvited(
  id: string,
  query: { search?: string; problem?: boolean; sort?: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<PartOf<CampaignPerson>> {
  const { people, ...rest } = await requestJson<{ people: CampaignPerson[]; next?: string }>(
    withQuery(`${pathOf(id)}/people`, { ...query, problem: String(query.problem ?? false) }),
    { signal },
  )
  return { rows: people, ...rest }
}

export async function readGaps(id: string, signal?: AbortSignal): Promise<CampaignGap[]> {
  return (await requestJson<{ gaps: CampaignGap[] }>(`${pathOf(id)}/gaps`, { signal })).gaps
}

export async function readBlanks(id: string, signal?: AbortSignal): Promise<CampaignBlank[]> {
  return (await requestJson<{ blanks: CampaignBlank[] }>(`${pathOf(id)}/blanks`, { signal })).blanks
}

/** The address from which the browser downloads a campaign's file. */
export function fileOf(id: string, file: 'links' | 'results' | 'problems'): string {
  return `${pathOf(id)}/${file}.csv`
}
