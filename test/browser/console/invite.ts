import type { NewCampaignBody } from '../../../service/campaigns/operations.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import type { Console } from './opened.ts'

/** Somebody with a link, whose page is made. */
export async function invite(
  { service, request }: Console,
  who: { email: string; additional?: object },
  template = 'launch',
): Promise<{ prospect: string; content: string; pattern: string }> {
  const api = { ...service, request }
  const prospect = await createProspect(api, who)
  const { id, pattern } = await createContent(api, { prospect, template })
  await whenCompleted(api, id)
  return { prospect, content: id, pattern }
}

/** A campaign of this name, with the people of a list; by default of the template `launch`, and open. Returns its id. */
export async function makeCampaign(
  { request }: Pick<Console, 'request'>,
  name: string,
  list = '',
  more: Partial<NewCampaignBody> = {},
): Promise<string> {
  const body = { name, template: 'launch', language: 'en', ...more }
  const { id } = (await request<{ id: string }>('POST', '/v1/campaigns', { body })).body
  const headers = { 'content-type': 'text/csv' }
  if (list) await request('POST', `/v1/campaigns/${id}/people`, { body: list, headers })
  return id
}
