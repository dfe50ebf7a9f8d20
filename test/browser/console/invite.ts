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
