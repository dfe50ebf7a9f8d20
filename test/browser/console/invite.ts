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

/** A campaign of this name, with the people of a list. Returns its ID. */
export async function makeCampaign(
  { request }: Console,
  name: string,
  list = '',
  template = 'launch',
): Promise<string> {
  const body = { name, template, language: 'en' }
  const { id } = (await request<{ id: string }>('POST', '/v1/campaigns', { body })).body
  const headers = { 'content-type': 'text/csv' }
  if (list) await request('POST', `/v1/campaigns/${id}/people`, { body: list, headers })
  return id
}
