import type { Database } from '../base/database/database.ts'
import type { testEvent, WebhookEvent } from '../base/outbox/happenings.ts'
import { jsonMembers, jsonObject } from '../base/words/json.ts'
import { describeCampaign, findCampaign } from '../campaigns/sql.ts'
import type { Content } from '../content/content.ts'
import type { LinkOf } from '../events/today/present.ts'
import { findRecordPerson, type RecordPerson } from '../events/told-sql.ts'
import { ownerOf, parseAdditional } from '../prospects/owner.ts'
import type { Message } from './sql.ts'

export interface NoticeSources {
  db: Database
  getContent(organization: string, id: string): Promise<Content>
  linkOf: LinkOf
}

type ReadData = (sources: NoticeSources, notice: Message) => Promise<string | undefined>

const readers: Record<WebhookEvent | typeof testEvent, ReadData> = {
  'visit.started': (sources, notice) => visitData(sources, notice, () => ({})),
  'goal.reached': (sources, notice) => visitData(sources, notice, ({ goal }) => ({ goal })),
  'content.completed': async ({ db, getContent }, { organization, content }) => {
    const isThere = content !== null && (await findRecordPerson(db, organization, content))
    return isThere ? JSON.stringify(await getContent(organization, content)) : undefined
  },
  'campaign.completed': campaignData,
  'webhook.test': async (_, { webhook, happened_at }) =>
    JSON.stringify({ webhook, at: happened_at.toISOString() }),
}

/** The body of a notice as JSON text. Undefined if its subject no longer exists. */
export async function noticeBody(sources: NoticeSources, notice: Message): Promise<string | undefined> {
  const { type, happened_at } = notice
  const data = await readers[type as keyof typeof readers](sources, notice)
  return data && `{"type":"${type}","timestamp":"${happened_at.toISOString()}","data":${data}}`
}

async function visitData(
  { db, linkOf }: NoticeSources,
  { organization, content, visit, happened_at }: Message,
  also: (person: RecordPerson) => object,
): Promise<string | undefined> {
  if (content === null || visit === null) return undefined
  const person = await findRecordPerson(db, organization, content)
  if (!person) return undefined
  const { prospect, email, name, company, additional, template, language, campaign, campaignName } = person
  const link = await linkOf(organization, person)
  const who = { prospect, email, name, company, owner: ownerOf(parseAdditional(additional)) }
  const where = { content, template, language, link, campaign, campaignName }
  const told = { at: happened_at.toISOString(), visit, ...also(person), ...who, ...where }
  const members = new Map(
    Object.entries(told).flatMap(([key, value]) => (value == null ? [] : [[key, JSON.stringify(value)]])),
  )
  const more = [...jsonMembers(additional ?? '{}')].filter(([key, value]) => members.get(key) !== value)
  if (more.length > 0) members.set('additional', jsonObject(new Map(more)))
  return jsonObject(members)
}

async function campaignData(
  { db }: NoticeSources,
  { organization, campaign: id, happened_at }: Message,
): Promise<string | undefined> {
  const row = id === null ? undefined : await findCampaign(db, { organization, campaign: id })
  if (!row) return undefined
  const told = await describeCampaign(db, row)
  const { id: campaign, name: campaignName, template, language, people, completed, problems } = told
  const at = happened_at.toISOString()
  return JSON.stringify({ at, campaign, campaignName, template, language, people, completed, problems })
}
