import type {
  Campaign,
  CampaignBlank,
  CampaignChangeBody,
  CampaignGap,
  CampaignPerson,
  ListTally,
  MendedFields,
  NewCampaignBody,
} from '../../service/campaigns/campaign.ts'
import type { Lift } from '../../service/campaigns/lift/lift.ts'
import { ask } from './client.ts'
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
export type { Lift } from '../../service/campaigns/lift/lift.ts'

interface PartOf<Row> {
  rows: Row[]
  next?: string
}

/** Fetches one page of the campaigns. */
export async function fetchCampaigns(
  { sort, cursor }: { sort: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<PartOf<Campaign>> {
  const { campaigns, ...rest } = await ask('GET /v1/campaigns', { query: { sort, cursor }, signal })
  return { rows: campaigns, ...rest }
}

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

/** Reads whether a campaign's personal pages won anything. Rejects with 409 if the template has no goal. */
export function readLift(id: string, signal?: AbortSignal): Promise<Lift> {
  return ask('GET /v1/campaigns/:id/lift', { params: { id }, signal })
}

/** Sends a list. When it resolves, every line is stored. */
export function sendList(
  id: string,
  list: Blob | string,
  corrections: ColumnCorrections = {},
): Promise<ListTally> {
  return ask('POST /v1/campaigns/:id/people', {
    params: { id },
    query: { columns: columnsOf(corrections) },
    body: { type: 'text/csv', content: list },
  })
}

/** A line of a campaign: its number is the list's own. */
type LineOfList = Pick<CampaignPerson, 'line' | 'list'>

const toLine = (id: string, { line, list }: LineOfList) => ({
  params: { id, line: String(line) },
  query: { list },
})

/** Mends a line that could not be used. These fields replace its own. */
export function correctLine(id: string, line: LineOfList, fields: MendedFields): Promise<CampaignPerson> {
  return ask('PATCH /v1/campaigns/:id/people/:line', { ...toLine(id, line), json: fields })
}

/** Sets a line aside that could not be used. */
export function setLineAside(id: string, line: LineOfList): Promise<void> {
  return ask('DELETE /v1/campaigns/:id/people/:line', toLine(id, line))
}

/** Regenerates every record of a campaign from the template's current version. */
export function regenerateCampaign(id: string): Promise<Campaign> {
  return ask('POST /v1/campaigns/:id/regenerate', { params: { id } })
}

/** Lists the people of a campaign; with `problem`, the lines that could not be used instead. */
export async function listInvited(
  id: string,
  query: { search?: string; problem?: boolean; sort?: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<PartOf<CampaignPerson>> {
  const { people, ...rest } = await ask('GET /v1/campaigns/:id/people', {
    params: { id },
    query: { ...query, problem: String(query.problem ?? false) },
    signal,
  })
  return { rows: people, ...rest }
}

export async function readGaps(id: string, signal?: AbortSignal): Promise<CampaignGap[]> {
  return (await ask('GET /v1/campaigns/:id/gaps', { params: { id }, signal })).gaps
}

export async function readBlanks(id: string, signal?: AbortSignal): Promise<CampaignBlank[]> {
  return (await ask('GET /v1/campaigns/:id/blanks', { params: { id }, signal })).blanks
}

/** The address from which the browser downloads a campaign's file. */
export function fileOf(id: string, file: 'links' | 'results' | 'problems'): string {
  return `/v1/campaigns/${encodeURIComponent(id)}/${file}.csv`
}
