import {
  type ColumnType,
  type GeneratedAlways,
  type Insertable,
  type Selectable,
  sql,
  type UpdateObject,
} from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Schema } from '../base/database/schema.ts'
import { type Defaulted, nextUpdate, type Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { type ListPart, partOf } from '../base/http/list-page.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { isId, newId } from '../base/words/ids.ts'
import type { ListColumn } from '../prospects/lists/list-column.ts'
import type { ListedPerson } from '../prospects/lists/person.ts'
import type { Utm } from '../templates/link.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'

/** A column of a campaign's lists. */
export interface CampaignColumn extends Pick<ListColumn, 'title' | 'meaning' | 'key'> {
  /** By it the columns of several lists are the same: the title, and how often the list had it up to here. */
  label: string
}

interface CampaignTable {
  organization: string
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus | 'deleted'
  user_name: string
  /** Percentage of companies in the control group. */
  control: Defaulted<number>
  /** JSON: the `utm_` values of its links. */
  utm: Defaulted<string>
  lists: Defaulted<number>
  /** How many of them were imported to the last line. */
  ended_lists: Defaulted<number>
  /** For how many of these `campaign.completed` was sent. */
  told_lists: Defaulted<number>
  /** All columns of its lists, in their order, as the list takes them that ended last. */
  columns: ColumnType<CampaignColumn[], string | undefined, string>
  created_at: Timestamp
  updated_at: Timestamp
}

/** What a list says about a person. It stays with the place until the prospect has it. */
export type ListedFacts = Omit<ListedPerson, 'key'>

/** A person in a campaign, or a line of a list that cannot be used. */
export interface PlaceTable {
  organization: string
  campaign: string
  /** What identifies the person, else the line. */
  key: string
  /** The first list and line that name the person. */
  list: number
  line: number
  /** JSON: the cells, in the order of the campaign's columns. */
  cells: string
  /** Why the line cannot be used, or what was dropped of the person. */
  problem: string | null
  /** The text of a line that cannot be used. */
  text: string | null
  /** JSON: what a list says about the person and the prospect does not have yet, see `ListedFacts`. */
  person: string | null
  email: string | null
  prospect: string | null
  content: string | null
  pattern: string | null
  /** Key of the line that the person was mended from: the same line again changes nothing. */
  was: string | null
  /** Id of the content record once it is there: the place goes with it. */
  made: GeneratedAlways<string | null>
  /** What was drawn: see `unitOf`. Null of a line that cannot be used. */
  unit: string | null
  control: Defaulted<boolean>
}

declare module '../base/database/schema.ts' {
  interface Schema {
    campaign: CampaignTable
    place: PlaceTable
  }
}

export type CampaignRow = Selectable<CampaignTable>

/** What names one campaign. */
export interface CampaignKey {
  organization: string
  campaign: string
}

/** SQL: whether a row is of this campaign. */
export function ofCampaign({ organization, campaign }: CampaignKey) {
  return sql<boolean>`organization = ${organization} AND campaign = ${campaign}`
}

type NewCampaign = Omit<Insertable<CampaignTable>, 'organization' | 'id' | 'created_at' | 'updated_at'>

/** Creates a campaign, which has no people yet. */
export async function insertCampaign(db: Database, organization: string, campaign: NewCampaign) {
  const now = sql<Date>`now()`
  return db
    .insertInto('campaign')
    .values({ organization, id: newId(), ...campaign, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The organization's campaign; undefined where there is none with this id, or it is deleted. */
export async function findCampaign(db: Database, { organization, campaign: id }: CampaignKey) {
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaign
    WHERE organization = ${organization} AND id = ${id} AND status <> 'deleted'`.execute(db)
  return rows[0]
}

/** Finds a campaign of an organization. Throws `not-found`. */
export async function findKnownCampaign(db: Database, key: CampaignKey) {
  return (isId(key.campaign) && (await findCampaign(db, key))) || throwUnknownCampaign()
}

/** The campaigns with this name, newest first. */
export async function findCampaignsByName(db: Database, organization: string, name: string) {
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaign
    WHERE organization = ${organization} AND name = ${name} AND status <> 'deleted'
    ORDER BY created_at DESC`.execute(db)
  return rows
}

/** One page of the organization's campaigns. Each order has an index. */
export async function listCampaigns(db: Database, organization: string, part: ListPart) {
  const { key, isBehind, order } = partOf(sql`lower(name)`, part)
  const { rows } = await sql<CampaignRow & { key: string }>`
    SELECT *, ${key} FROM campaign
    WHERE organization = ${organization} AND status <> 'deleted' AND ${isBehind} ${order}`.execute(db)
  return rows
}

/** Locks a campaign, even a deleted one, until the end of the transaction: imports and jobs take turns. */
export async function lockCampaign(trx: Database, { organization, campaign: id }: CampaignKey) {
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaign WHERE organization = ${organization} AND id = ${id} FOR NO KEY UPDATE`.execute(trx)
  return rows[0]
}

/** Locks a campaign. Throws `not-found`. */
export async function lockKnownCampaign(trx: Database, key: CampaignKey): Promise<CampaignRow> {
  const row = isId(key.campaign) ? await lockCampaign(trx, key) : undefined
  return row && row.status !== 'deleted' ? row : throwUnknownCampaign()
}

/**
 * Changes a campaign. `updatedAt` moves only where something changes. Throws `not-found`, and `invalid-field` where people are
 * drawn already: nobody can be drawn again; and where it would be a draft again: its links may be out.
 */
export async function updateCampaign(
  db: Database,
  key: CampaignKey,
  change: { [Name in 'name' | 'status' | 'control' | 'utm']: CampaignRow[Name] | undefined },
): Promise<CampaignRow> {
  return transact(db, async (trx) => {
    const before = await lockKnownCampaign(trx, key)
    const wanted = Object.entries(change) as [keyof typeof change, unknown][]
    const changed = wanted.filter(([name, value]) => value !== undefined && value !== before[name])
    if (changed.some(([name]) => name === 'control') && before.lists > 0)
      throw invalidField(
        'control: people of this campaign are drawn already, since its first list. Make another campaign.',
      )
    if (change.status === 'draft' && before.status !== 'draft')
      throw invalidField(
        `status: the campaign is ${before.status}, and no campaign becomes a draft again. While it is paused, its links show the page as it is.`,
      )
    if (changed.length === 0) return before
    return setCampaign(trx, key, { ...change, updated_at: nextUpdate })
  })
}

/**
 * Marks a campaign as deleted and enqueues the deletion of all that belongs to it. Throws `not-found`. After the commit, wake
 * the workers.
 */
export async function deleteCampaign(db: Database, key: CampaignKey): Promise<void> {
  await transact(db, async (trx) => {
    await lockKnownCampaign(trx, key)
    await setCampaign(trx, key, { status: 'deleted' })
    await enqueueCampaignWork(trx, key)
  })
}

/** Enqueues the job of a campaign, in a transaction that has locked it: a job that is just ending cannot absorb it. */
export async function enqueueCampaignWork(trx: Database, { organization, campaign }: CampaignKey) {
  await enqueueJob(trx, { organization, kind: 'campaign', subject: campaign })
}

/** Sets columns of a campaign that the transaction has locked. */
export async function setCampaign(
  trx: Database,
  { organization, campaign: id }: CampaignKey,
  columns: UpdateObject<Schema, 'campaign'>,
): Promise<CampaignRow> {
  return trx
    .updateTable('campaign')
    .set(columns)
    .where((is) => is.and({ organization, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

type CampaignCounts = Pick<
  Campaign,
  'people' | 'completed' | 'problems' | 'came' | 'machines' | 'unsure' | 'reached'
> & { decided_at: Date | null }

/**
 * The figures of campaigns, by id. Of the records only the unfinished ones are read, which are few: everybody else who
 * has a prospect has a completed record.
 */
async function countCampaigns(db: Database, organization: string, ids: string[]) {
  const { rows } = await sql<CampaignCounts & { id: string }>`
    WITH unfinished AS (
      SELECT campaign, count(*) AS count FROM content
      WHERE organization = ${organization} AND campaign = ANY (${ids}) AND campaign IS NOT NULL
        AND status <> 'completed'
      GROUP BY campaign),
    unsure AS (
      SELECT c.campaign, count(*) AS visits, max(v.seen_minute) AS seen FROM visit v
      JOIN content c ON c.organization = v.organization AND c.id = v.content
      WHERE v.organization = ${organization} AND is_unsure(v) AND c.campaign = ANY (${ids})
      GROUP BY c.campaign),
    placed AS (
      SELECT p.campaign, count(*) FILTER (WHERE p.text IS NULL) AS people, count(p.prospect) AS made,
        count(p.text) AS problems, count(*) FILTER (WHERE t.visits > 0) AS came,
        count(*) FILTER (WHERE t.reached) AS reached, sum(t.others) AS others
      FROM place p LEFT JOIN tally t ON t.organization = ${organization} AND t.content = p.content
      WHERE p.organization = ${organization} AND p.campaign = ANY (${ids}) GROUP BY p.campaign)
    SELECT id, coalesce(p.people, 0) AS people, coalesce(p.made - coalesce(f.count, 0), 0) AS completed,
      coalesce(p.problems, 0) AS problems, coalesce(p.came, 0) AS came, coalesce(p.reached, 0) AS reached,
      (coalesce(p.others, 0) - coalesce(u.visits, 0))::bigint AS machines, coalesce(u.visits, 0) AS unsure,
      to_timestamp((u.seen + 31) * 60) AS decided_at
    FROM unnest(${ids}::text[]) AS m(id)
    LEFT JOIN placed p ON p.campaign = id LEFT JOIN unfinished f ON f.campaign = id
    LEFT JOIN unsure u ON u.campaign = id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Campaigns as the API returns them. */
export async function describeCampaigns(db: Database, rows: CampaignRow[]): Promise<Campaign[]> {
  const [first] = rows
  if (!first) return []
  const ids = rows.map(({ id }) => id)
  const counts = await countCampaigns(db, first.organization, ids)
  return rows.map(({ id, name, template, language, status, control, utm: json, created_at, updated_at }) => {
    const utm = readUtm(json)
    const { decided_at: decidedAt, ...figures } = counts.get(id) as CampaignCounts
    return {
      ...{ id, name, template, language, status: status as CampaignStatus, control },
      ...(Object.keys(utm).length > 0 && { utm }),
      ...figures,
      ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    }
  })
}

/** A campaign as the API returns it. */
export async function describeCampaign(db: Database, row: CampaignRow): Promise<Campaign> {
  return (await describeCampaigns(db, [row]))[0] as Campaign
}

/** The `utm_` values of a campaign's links. */
export function readUtm(json: string): Utm {
  return JSON.parse(json) as Utm
}

/** Throws `not-found`. */
export function throwUnknownCampaign(): never {
  throw new DomainError('not-found', 'No campaign has this id.')
}
