import type { Campaign, CampaignPerson, ListTally } from '../../../service/campaigns/campaign.ts'
import { pauses } from '../../support/pauses.ts'
import type { Answer, Service } from '../../support/service.ts'

/** Creates a campaign. */
export async function createCampaign(api: Service, more: object = {}): Promise<Campaign> {
  const body = { name: 'Spring Launch', template: 'launch', language: 'en', ...more }
  const { status, body: campaign } = await api.request<Campaign>('POST', '/v1/campaigns', { body })
  assertStatus(200, status, campaign)
  return campaign
}

/** Sends a list. */
export function sendList(
  api: Service,
  id: string,
  list: string,
  headers: Record<string, string> = {},
): Promise<Answer<ListTally>> {
  return api.request('POST', `/v1/campaigns/${id}/people`, {
    body: list,
    headers: { 'content-type': 'text/csv', ...headers },
  })
}

/** A campaign with the people of a list, whose records are completed. */
export async function inviteAll(api: Service, list: string, more: object = {}): Promise<Campaign> {
  const { id } = await createCampaign(api, more)
  const { status, body } = await sendList(api, id, list)
  assertStatus(202, status, body)
  return untilCompleted(api, id)
}

/** The campaign once the records of all its people are completed. */
export async function untilCompleted(api: Service, id: string): Promise<Campaign> {
  for (const pause = pauses(); ; await pause()) {
    const { body } = await api.request<Campaign>('GET', `/v1/campaigns/${id}`)
    if (body.completed === body.people) return body
  }
}

/** The people of a campaign. */
export async function peopleOf(api: Service, id: string, query = ''): Promise<CampaignPerson[]> {
  const answer = await api.request<{ people: CampaignPerson[] }>('GET', `/v1/campaigns/${id}/people${query}`)
  assertStatus(200, answer.status, answer.body)
  return answer.body.people
}

/** A file of a campaign. */
export async function fileOf(
  api: Service,
  id: string,
  file: 'links.csv' | 'results.csv' | 'problems.csv',
): Promise<string> {
  const answer = await api.request<string>('GET', `/v1/campaigns/${id}/${file}`)
  assertStatus(200, answer.status, answer.body)
  return answer.body
}

/** The pattern in a link. */
export function patternOf(link: string | undefined): string {
  return new URL(link ?? 'none:').searchParams.get('pattern') ?? ''
}

function assertStatus(wanted: number, status: number, body: unknown): void {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`)
}
